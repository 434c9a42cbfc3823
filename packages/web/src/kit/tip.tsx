// Words beside an element that is there already. Loaded where a user asks for them: what puts them into place is large.
import { Tooltip } from "@mantine/core";

export const Tip = ({ beside, words }: { readonly beside: HTMLElement; readonly words: string }) => (
  <Tooltip opened target={beside} label={words} />
);
