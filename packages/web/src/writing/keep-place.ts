// Keeps the page as tall as it is until its rows are there again, so that whoever has scrolled stays where they are.

/** The answer is called when the rows were asked for again. */
export function keepPlace(): () => void {
  const { style, scrollHeight } = document.documentElement;
  const top = scrollY;
  style.minHeight = `${scrollHeight}px`;
  return () => {
    // A list begins with its first page again and loads the next ones as their place comes into view.
    const end = performance.now() + 2000;
    const look = () => {
      const content = document.body.getBoundingClientRect().height;
      if (content < top + innerHeight && performance.now() < end) return void requestAnimationFrame(look);
      style.minHeight = "";
    };
    look();
  };
}
