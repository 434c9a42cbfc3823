// Why nothing can be tried on a product that runs elsewhere, or no more.
import { shortened } from "../run/shortened.ts";

/** Its message is for people; what another user has said in it may be as long as they like. */
export class RemoteUnavailable extends Error {
  constructor(message: string) {
    super(shortened(message, 600));
  }
}
