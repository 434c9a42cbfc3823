// What the page says of itself: the number for its styles, whether somebody develops, who is in.

type Settings = {
  readonly nonce: string;
  readonly development: boolean;
  readonly hasKey: boolean;
  readonly user?: string;
};

export const settings = JSON.parse(document.getElementById("writ")?.textContent ?? "{}") as Settings;
