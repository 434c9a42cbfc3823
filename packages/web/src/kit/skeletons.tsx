// What stands in the place of what is being loaded, in its form, so that nothing jumps.
import { Skeleton } from "@mantine/core";

/** As the page stands there before any script runs: see `index.html`. */
export const FirstSkeleton = ({ title, label }: { readonly title: string; readonly label: string }) => (
  <div className="first" role="status" aria-label={label}>
    <p className="product-name">{title}</p>
    <i />
    <i />
    <i />
  </div>
);

export function PageSkeleton({ label }: { readonly label: string }) {
  return (
    <div role="status" aria-label={label} style={{ maxWidth: 900 }}>
      <Skeleton h={24} w={200} mb={24} />
      <RowSkeletons />
    </div>
  );
}

export function RowSkeletons({ count = 6 }: { readonly count?: number }) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} style={{ height: 40, display: "flex", alignItems: "center" }}>
          <Skeleton h={14} w={`${60 + ((index * 37) % 35)}%`} />
        </div>
      ))}
    </div>
  );
}
