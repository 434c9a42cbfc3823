// What `--help` says of the commands about copies of a product.
import type { Described, Usage } from "./usage-type.ts";

type Name = "backup" | "restore" | "export";

export function copyUsages(data: Described, json: Described): { readonly [Each in Name]: Usage<Each> } {
  return {
    backup: {
      call: "backup DIR",
      does: "back up the product into a folder; list, verify",
      calls: [
        ["backup DIR [FILE]", "back up the product of a document, also while it runs; key in WRIT_BACKUP_KEY"],
        ["backup list DIR", "list the backups of a folder"],
        ["backup verify DIR", "bring the last one back in a temporary folder, and compare it with what was backed up"],
        ["backup deleted FILE", "list the ids of deleted accounts, for writ restore --forget"],
      ],
      options: {
        data,
        keep: ["--keep N", "then remove all but the newest N backups"],
        backup: ["--backup ID", "with verify: another one than the last"],
        json,
      },
      examples: ["writ backup /mnt/backups", "writ backup verify /mnt/backups"],
    },
    restore: {
      call: "restore DIR",
      does: "make a product from backups, where there is none",
      calls: [["restore DIR [FILE]", "make a product from the backups of a folder, where there is none yet"]],
      options: {
        data: ["--data DIR", "where; .writ beside the document by default"],
        to: ["--to MOMENT", "as it was then, with its zone; after the last change by default"],
        backup: ["--backup ID", "as of this backup"],
        forget: ["--forget FILE", "also delete these accounts again, which were deleted since"],
        json,
      },
      examples: [
        "writ restore /mnt/backups --data /var/lib/writ-restored",
        "writ restore /mnt/backups --to 2026-03-09T14:29:00+01:00",
      ],
    },
    export: {
      call: "export DIR",
      does: "write the product as files that people can read",
      calls: [["export DIR [FILE]", "export the product of a document, also while it runs; DIR.tar makes one file"]],
      options: {
        data,
        anonymise: ["--anonymise", "for staging: replace names, addresses, texts and files, and leave out passwords"],
        json,
      },
      examples: ["writ export desk.tar", "writ export /mnt/staging/desk --anonymise"],
    },
  };
}
