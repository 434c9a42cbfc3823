// Names of buckets and objects: which may be, as everything that keeps files takes them.
import { invalidBucket, invalidKey } from "./refusal.ts";

const key = /^[\w/!.*'() &$=@;:+,?-]*$/;
const bucket = /^[\w!.*'() &$=@;:+,?-]*$/;
/** As many bytes as other stores of objects keep. */
const longest = 1024;

export function needKey(name: string): string {
  if (name === "" || name.length > longest || !key.test(name)) throw invalidKey(name);
  return name;
}

export function needBucketName(name: string): string {
  if (name === "" || name.length > 100 || !bucket.test(name) || name.trim() !== name) throw invalidBucket();
  return name;
}

/** A name that only leads to something, so it is not looked at: nothing of that name is there. */
export const isKey = (name: string): boolean => name !== "" && name.length <= longest && key.test(name);
