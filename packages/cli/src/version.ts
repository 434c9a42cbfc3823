// The version of Writ, which its published packages have too.
import manifest from "../package.json" with { type: "json" };

export const { version } = manifest;
