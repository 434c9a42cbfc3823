// What `writ import --help` says.
import type { Usage } from "./usage-type.ts";

export const importing: Usage<"import"> = {
  call: "import ROWS",
  does: "import rows from CSV or Excel, or an export",
  calls: [
    ["import ROWS [FILE] --entity E", "import the rows of a .csv or .xlsx file, also while the product runs"],
    ["import DIR [FILE]", "make a product from an export, on any PostgreSQL, where there is none yet"],
  ],
  options: {
    entity: ["--entity NAME", "what the rows are"],
    "dry-run": ["--dry-run", "show what would come of it, and import nothing"],
    map: ["--map COLUMN=FIELD", 'where a column is called otherwise: "Due date=Due"; repeatable'],
    ignore: ["--ignore COLUMN", "leave a column out; repeatable"],
    "update-by": ["--update-by FIELD", "change rows that are there, found by this unique field"],
    as: ["--as EMAIL", "with the rights of this account; with every right by default"],
    "only-good": ["--only-good", "import the good rows, and write the others with their errors into another file"],
    continue: ["--continue", "with --only-good: go on where an import was cut off"],
    again: ["--again", "import all rows of the same file once more"],
    files: ["--files DIR", "the folder of the files that cells name; that of ROWS by default"],
    data: ["--data DIR", "the folder of the database; .writ beside the document by default"],
    json: ["--json", "for programs"],
  },
  examples: [
    "writ import tickets.csv --entity Ticket --dry-run",
    "writ import people.xlsx --entity Person --update-by Email",
    "writ import desk.tar --data /var/lib/writ",
  ],
};
