// What the rest of Writ uses of the way from a document to its database.
export { callRight } from "./call-right.ts";
export { compare } from "./compare.ts";
export { compareDocuments } from "./compare-documents.ts";
export { databaseOf } from "./database.ts";
export { errorsByConstraint, type ConstraintError } from "./errors-by-constraint.ts";
export { mostGivenBytes } from "../model/given-bytes.ts";
export { isFileType, mimeTypesOf } from "./file-fields.ts";
export { foundation } from "./foundation.ts";
export { innerPlace, printPlace, whoPlace } from "./layout.ts";
export { keyOf, type DatabaseObject, type Place } from "./objects.ts";
export { inOrder } from "./order.ts";
export { codeBodyFunction, codeMailFunction } from "./outgoing.ts";
export type { MailPart, Product, ProductMail, ProductSignIn } from "./product.ts";
export { asTheFirst, sampleRowsOf, samplesOf, type SampleRow } from "./samples.ts";
export { saysTheSame } from "./says-the-same.ts";
export { createObject } from "./sql.ts";
export { seeGonePlace, seePlace } from "./unseen.ts";
export { countedWords, type Risk, type Step } from "./step.ts";
