// Read first by each process of tests: one that goes on after the time it has says what keeps it, and fails. The runner of
// Node.js tells that a file took too long, and then waits for the end of its process, which may never come.
const milliseconds = Number(process.env["WRIT_TESTS_END"]);
if (milliseconds > 0)
  setTimeout(() => {
    const kept = Map.groupBy(process.getActiveResourcesInfo(), (resource) => resource);
    const named = [...kept].map(([resource, all]) => `${all.length} ${resource}`).join(", ");
    console.error(`This process of tests did not end within ${milliseconds / 1000} s. It is kept by: ${named}`);
    process.exit(1);
  }, milliseconds).unref();
