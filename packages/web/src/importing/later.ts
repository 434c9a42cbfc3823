// The dialog that imports rows, loaded when it is opened.
import { lazy } from "../kit/lazy.ts";

export const { Later: LaterImport, load: loadImport } = lazy(
  async () => (await import("./import-dialog.tsx")).ImportDialog,
);
