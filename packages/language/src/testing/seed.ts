// Where random tests begin: at the same number each time, but in long runs, which are to come to what no other has.

export const firstSeed = (usual = 1): number =>
  Number(process.env["WRIT_SEED"] ?? (process.env["WRIT_LONG"] === "1" ? Math.floor(Math.random() * 1e6) : usual));
