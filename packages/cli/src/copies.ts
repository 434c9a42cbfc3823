// Commands about copies of a product: its backups, and its archives.
import { needFile, needKeep, needMoment, parse, UsageError, usualFile } from "./arguments.ts";
import type { Console, ExitCode } from "./terminal/console.ts";

type Command = (args: readonly string[], console: Console) => Promise<ExitCode>;

export const copies: Readonly<Record<"backup" | "restore" | "export", Command>> = {
  backup: async (args, console) => {
    const { values, positionals } = parse("backup", args);
    const [verb, ...words] = positionals;
    const { data, backup, json = false } = values;
    const backups = await import("./commands/backups/backup.ts");
    if (verb === "list" || verb === "verify") {
      const [target, ...more] = words;
      if (target === undefined || more.length > 0)
        throw new UsageError(`backup ${verb} needs the folder of the backups: writ backup ${verb} /mnt/backups`);
      return verb === "list"
        ? backups.showBackups(target, { json }, console)
        : backups.verify(target, { backup, json }, console);
    }
    if (verb === "deleted") return backups.showDeleted({ file: needFile(words, console), data }, console);
    if (verb === undefined)
      throw new UsageError("backup needs a folder, best on another disk: writ backup /mnt/backups");
    if (backup !== undefined) throw new UsageError("--backup is for verify");
    const keep = values.keep === undefined ? undefined : needKeep(values.keep);
    return backups.backUp({ target: verb, file: needFile(words, console), data, keep, json }, console);
  },
  restore: async (args, console) => {
    const { values, positionals } = parse("restore", args);
    const [from, file = usualFile, ...more] = positionals;
    if (from === undefined || more.length > 0)
      throw new UsageError("restore needs the folder of the backups: writ restore /mnt/backups");
    const { restore } = await import("./commands/backups/restore.ts");
    const { data, backup, forget, json = false } = values;
    const to = values.to === undefined ? undefined : needMoment(values.to);
    return restore({ from, file, data, backup, to, forget, json }, console);
  },
  export: async (args, console) => {
    const { values, positionals } = parse("export", args);
    const [target, ...words] = positionals;
    if (target === undefined)
      throw new UsageError("export needs a folder, or a file that ends in .tar: writ export desk.tar");
    const { exportProduct } = await import("./commands/archives/export.ts");
    const { data, anonymise = false, json = false } = values;
    return exportProduct({ target, file: needFile(words, console), data, anonymise, json }, console);
  },
};
