/** What is said of a sample user beside their name: a user who was made for a role has its name, and that is said once. */
export const rolesBeside = (name: string, roles: readonly string[]): readonly string[] =>
  roles.filter((role) => role.toLowerCase() !== name.trim().toLowerCase());
