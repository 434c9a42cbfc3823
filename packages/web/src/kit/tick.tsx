// A box to tick, an element of the browser: a list draws very many of them.
type TickProps = {
  readonly label: string;
  readonly isOn: boolean;
  /** Some of what it stands for is ticked. */
  readonly isPartly?: boolean;
  readonly onChange: (isOn: boolean) => void;
};

export function Tick({ label, isOn, isPartly = false, onChange }: TickProps) {
  return (
    <input
      type="checkbox"
      className="tick"
      aria-label={label}
      checked={isOn}
      ref={(box) => {
        // There is no attribute for it.
        if (box !== null) box.indeterminate = isPartly;
      }}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
