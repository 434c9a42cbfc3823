// Stands in until the slice is written.
export {};
