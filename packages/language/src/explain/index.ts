// What other packages show of a document to its author: its text as people read it, and what became of each clause.
export { documentBlocks, type DocumentBlock, type Placed } from "./blocks.ts";
export { explainChanges, nameClause, type ExplainedChange } from "./changes.ts";
export { explainClause, type ExplainedClause } from "./clause.ts";
export { explainFileFields, type ExplainedFileField } from "./files.ts";
export {
  explainRights,
  explainRoles,
  type ExplainedEntity,
  type ExplainedGrant,
  type ExplainedRight,
  type ExplainedRole,
} from "./rights.ts";
export { explainTables, type ExplainedField, type ExplainedTable } from "./tables.ts";
