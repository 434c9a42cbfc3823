// Why nothing can be imported at all: the file, its columns or what was asked do not fit. Its message is for people.
export class ImportRefused extends Error {
  override readonly name = "ImportRefused";
}
