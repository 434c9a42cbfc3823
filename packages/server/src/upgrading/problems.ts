// What can go wrong while a database is brought to another PostgreSQL, in words.
import { failureClass } from "../postgres/failure.ts";

export const noPrograms = failureClass({
  code: "B040",
  title: "there are no programs of the earlier PostgreSQL",
  words: (major: number, platform: string) => ({
    message: `there is no PostgreSQL ${major} for ${platform} that Writ could read the database with`,
    hint: "Nothing was changed. Export the product with the version of Writ that made it, and import the archive with this one.",
  }),
});

export const nothingToUpgrade = failureClass({
  code: "B041",
  title: "there is nothing to upgrade",
  words: (folder: string, major: number) => ({
    message: `the database in ${folder} is one of PostgreSQL ${major} already`,
    hint: "Nothing was changed.",
  }),
});

export const newerPostgres = failureClass({
  code: "B042",
  title: "the database was made by a newer PostgreSQL",
  words: (folder: string, found: number, major: number) => ({
    message: `the database in ${folder} was made by PostgreSQL ${found}; this version of Writ has PostgreSQL ${major}`,
    hint: "Nothing was changed. Use the version of Writ that made it, or a later one.",
  }),
});

export const noProduct = failureClass({
  code: "B044",
  title: "there is no product",
  words: (folder: string) => ({
    message: `there is no product in ${folder}`,
    hint: "Name its folder with --data.",
  }),
});

export const noEarlier = failureClass({
  code: "B043",
  title: "there is no earlier database",
  words: (folder: string) => ({
    message: `there is no database of an earlier PostgreSQL beside the one in ${folder}`,
    hint: "Nothing was removed.",
  }),
});
