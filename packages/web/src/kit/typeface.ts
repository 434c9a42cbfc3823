// The rules of the typeface by themselves, so that they can come later than all other styles.
import "@fontsource-variable/inter/wght.css";
