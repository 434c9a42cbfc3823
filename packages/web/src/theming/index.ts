// What the commands use: a theme file read, and printed as a style sheet.
export { readTheme, type Theme } from "./read-theme.ts";
export { printTheme, type ThemeFiles } from "./print-theme.ts";
