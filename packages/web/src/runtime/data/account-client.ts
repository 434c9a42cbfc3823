// The client of accounts by itself, so that it can be loaded later than what needs no more than tokens.
export { AuthClient } from "@supabase/auth-js";
