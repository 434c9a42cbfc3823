// The look of everything: one type family, few sizes, borders rather than shadows, one accent colour.
import { createTheme, type CSSVariablesResolver } from "@mantine/core";

export const theme = createTheme({
  fontFamily: '"Inter Variable", "Inter Meanwhile", system-ui, sans-serif',
  // Of one family with the page's own colours.
  colors: {
    dark: [
      "#eceef2",
      "#c9ced8",
      "#a5adba",
      "#7c8594",
      "#3d4552",
      "#2c313a",
      "#1e2229",
      "#181b21",
      "#14161b",
      "#0f1115",
    ],
    // What destroys something is read on white, and white on it.
    red: ["#fdeceb", "#fbd5d2", "#f5aaa5", "#f2948d", "#ff9a90", "#e5675d", "#d34a3f", "#b42318", "#9b1e14", "#7f1a12"],
  },
  primaryColor: "indigo",
  primaryShade: 7,
  defaultRadius: 6,
  fontSizes: { xs: "0.75rem", sm: "0.875rem", md: "0.875rem", lg: "1rem", xl: "1.25rem" },
  headings: {
    fontWeight: "600",
    sizes: { h1: { fontSize: "1.25rem" }, h2: { fontSize: "1rem" }, h3: { fontSize: "0.875rem" } },
  },
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    // The same height as what stands beside it; a finger needs more, which styles.css gives it.
    Button: { defaultProps: { size: "sm" } },
    TextInput: { defaultProps: { size: "sm" } },
    Tooltip: {
      defaultProps: {
        openDelay: 200,
        withArrow: true,
        multiline: true,
        maw: 320,
        events: { hover: true, focus: true, touch: true },
      },
    },
    Modal: { defaultProps: { transitionProps: { duration: 120 }, centered: true } },
    Menu: {
      defaultProps: {
        transitionProps: { duration: 120 },
        position: "bottom-end",
        // The first item takes the focus, and a menu holds nothing but its items.
        withInitialFocusPlaceholder: false,
      },
    },
  },
});

/** Colours of our own, in both schemes: each text has a contrast of 4.5 to its background. */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--page": "#ffffff",
    "--side": "#f8f9fb",
    "--line": "#e3e6eb",
    "--line-strong": "#868e99",
    "--text": "#171a21",
    "--quiet": "#5a6270",
    "--hover": "#f1f3f7",
    "--chosen": "#e9edfd",
    "--accent": "#364fc7",
    "--start": "#0b5cad",
    "--start-back": "#e4f0fc",
    "--middle": "#6b3fb0",
    "--middle-back": "#f1eafc",
    "--end": "#1d6b38",
    "--end-back": "#e5f5ea",
    "--wrong": "#b42318",
    "--caution": "#8a5a00",
    // To be read also where a pointer is.
    "--mantine-color-indigo-light-color": "var(--accent)",
    "--mantine-color-indigo-light-hover": "var(--chosen)",
    "--mantine-color-dimmed": "#5a6270",
    "--mantine-color-placeholder": "#6a7280",
    "--mantine-color-error": "#b42318",
    // A step that is not possible now is still to be read.
    "--mantine-color-disabled-color": "#5a6270",
  },
  dark: {
    "--page": "#14161b",
    "--side": "#1a1d23",
    "--line": "#2c313a",
    "--line-strong": "#7c8594",
    "--text": "#eceef2",
    "--quiet": "#a5adba",
    "--hover": "#22262e",
    "--chosen": "#232b4d",
    "--accent": "#91a7ff",
    "--start": "#8ec5ff",
    "--start-back": "#10304f",
    "--middle": "#cdb3ff",
    "--middle-back": "#34244f",
    "--end": "#8fdca8",
    "--end-back": "#123622",
    "--wrong": "#ff9c92",
    "--caution": "#f2c464",
    "--mantine-color-body": "#14161b",
    "--mantine-color-indigo-light-color": "var(--accent)",
    "--mantine-color-indigo-light-hover": "var(--chosen)",
    "--mantine-color-text": "#eceef2",
    "--mantine-color-dimmed": "#a5adba",
    "--mantine-color-placeholder": "#9aa2b0",
    "--mantine-color-error": "#ff9c92",
    "--mantine-color-disabled-color": "#a5adba",
  },
});
