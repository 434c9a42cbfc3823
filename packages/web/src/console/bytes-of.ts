// Sizes as people read them.

const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

export function bytesOf(bytes: number): string {
  const step = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  return new Intl.NumberFormat(undefined, {
    style: "unit",
    unit: units[step] ?? "byte",
    unitDisplay: step === 0 ? "long" : "short",
    maximumFractionDigits: step === 0 ? 0 : 1,
  }).format(bytes / 1024 ** step);
}
