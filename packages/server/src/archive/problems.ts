// What can go wrong with an archive, in words.
import { failureClass } from "../postgres/failure.ts";

export const noArchive = failureClass({
  code: "B030",
  title: "there is no archive",
  words: (path: string, why: string) => ({
    message: `${path} is no archive of Writ: ${why}`,
    hint: "Name a folder or a .tar file that `writ export` has made.",
  }),
});

export const alteredArchive = failureClass({
  code: "B031",
  title: "the archive was altered or cut off",
  words: (name: string, why: string) => ({
    message: `${name} of the archive is not as it was exported: ${why}`,
    hint: "Nothing was changed. Use another copy of the archive, or export again.",
  }),
});

export const missingInArchive = failureClass({
  code: "B032",
  title: "a file of the archive is missing",
  words: (name: string) => ({
    message: `the file ${name} of the archive is missing`,
    hint: "Nothing was changed. Use another copy of the archive, or export again.",
  }),
});

export const newerArchive = failureClass({
  code: "B033",
  title: "the archive was made by a newer version of Writ",
  words: (version: string, found: number, known: number) => ({
    message: `the archive was made by Writ ${version} and has format ${found}; this version of Writ reads up to ${known}`,
    hint: "Use the version of Writ that made it, or a later one.",
  }),
});

export const productThere = failureClass({
  code: "B034",
  title: "there is a product already",
  words: (place: string) => ({
    message: `${place} already holds a product`,
    hint: "Nothing was changed. Name a new folder with --data, or an empty database with DATABASE_URL.",
  }),
});

export const noRoom = failureClass({
  code: "B035",
  title: "the disk is full",
  words: (what: string, place: string) => ({
    message: `${what}: the disk with ${place} is full`,
    hint: "Nothing of it counts. Free some space and try again.",
  }),
});

export const otherRows = failureClass({
  code: "B036",
  title: "the rows do not fit together",
  words: (why: string) => ({
    message: `the rows of the archive do not fit together: ${why}`,
    hint: "Nothing was changed. The product itself had these rows: repair them there, and export again.",
  }),
});

export const documentRefused = failureClass({
  code: "B037",
  title: "this version of Writ refuses the document",
  words: (problem: string) => ({
    message: `this version of Writ refuses the document of the archive: ${problem}`,
    hint: "Nothing was changed. Use the version of Writ that made the archive, change the document there, and export again.",
  }),
});

export const targetTaken = failureClass({
  code: "B038",
  title: "the target exists",
  words: (target: string) => ({
    message: `${target} exists already`,
    hint: "Name a folder or a .tar file that is not there yet.",
  }),
});

export const notExported = failureClass({
  code: "B039",
  title: "the product cannot be exported or imported",
  words: (what: string, why: string) => ({ message: `${what}: ${why}`, hint: "Nothing of it counts. Try again." }),
});
