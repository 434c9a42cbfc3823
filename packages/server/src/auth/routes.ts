// Every address of accounts, and the one file that answers it. Read this to find a flow.
import type { Method } from "../gate/route-table.ts";
import { needAdmin } from "./accounts/person.ts";
import { listAudit } from "./admin/audit.ts";
import { deleteFactor, listFactors, updateFactor } from "./admin/factors.ts";
import { generateLink } from "./admin/generate-link.ts";
import { invite } from "./admin/invite.ts";
import { showProduct } from "./admin/product.ts";
import { setRoles, showRoles } from "./admin/roles.ts";
import { createUser, deleteUser, listUsers, showUserOf, signOutUser, updateUser } from "./admin/users.ts";
import { challengeFactor } from "./factors/challenge.ts";
import { enrollFactor } from "./factors/enroll.ts";
import { unenrollFactor } from "./factors/unenroll.ts";
import { verifyFactor } from "./factors/verify.ts";
import { exportOwn } from "./flows/export.ts";
import { leave } from "./flows/leave.ts";
import { logOut } from "./flows/log-out.ts";
import { sendLink } from "./flows/otp.ts";
import { reauthenticate } from "./flows/reauthenticate.ts";
import { recover } from "./flows/recover.ts";
import { resend } from "./flows/resend.ts";
import { endSession, listSessions } from "./flows/own-sessions.ts";
import { showHealth, showKeys, showSettings } from "./flows/settings.ts";
import { signUp } from "./flows/sign-up.ts";
import { token } from "./flows/token.ts";
import { changeUser, showUser } from "./flows/user.ts";
import { verify, verifyLink } from "./flows/verify.ts";
import { authorize, linkIdentity } from "./providers/authorize.ts";
import { callback } from "./providers/callback.ts";
import { unlinkIdentity } from "./providers/unlink.ts";
import { AuthRefusal } from "./refusal.ts";
import type { Flow } from "./service.ts";

export const flows: readonly (readonly [method: Method, path: string, flow: Flow])[] = [
  ["GET", "/health", showHealth],
  ["GET", "/settings", showSettings],
  ["GET", "/.well-known/jwks.json", showKeys],

  ["POST", "/signup", signUp],
  ["POST", "/token", token],
  ["POST", "/otp", sendLink],
  ["POST", "/magiclink", sendLink],
  ["POST", "/recover", recover],
  ["POST", "/resend", resend],
  ["GET", "/verify", verifyLink],
  ["POST", "/verify", verify],

  ["GET", "/authorize", authorize],
  ["GET", "/callback", callback],
  ["POST", "/callback", callback],

  ["GET", "/user", showUser],
  ["PUT", "/user", changeUser],
  ["DELETE", "/user", leave],
  ["GET", "/user/export", exportOwn],
  ["GET", "/user/sessions", listSessions],
  ["DELETE", "/user/sessions/:session_id", endSession],
  ["GET", "/user/identities/authorize", linkIdentity],
  ["DELETE", "/user/identities/:identity_id", unlinkIdentity],
  ["GET", "/reauthenticate", reauthenticate],
  ["POST", "/reauthenticate", reauthenticate],
  ["POST", "/logout", logOut],

  ["POST", "/factors", enrollFactor],
  ["POST", "/factors/:factor_id/challenge", challengeFactor],
  ["POST", "/factors/:factor_id/verify", verifyFactor],
  ["DELETE", "/factors/:factor_id", unenrollFactor],

  ["POST", "/invite", admin(invite)],
  ["POST", "/admin/generate_link", admin(generateLink)],
  ["GET", "/admin/users", admin(listUsers)],
  ["POST", "/admin/users", admin(createUser)],
  ["GET", "/admin/users/:user_id", admin(showUserOf)],
  ["PUT", "/admin/users/:user_id", admin(updateUser)],
  ["DELETE", "/admin/users/:user_id", admin(deleteUser)],
  ["POST", "/admin/users/:user_id/logout", admin(signOutUser)],
  ["GET", "/admin/users/:user_id/factors", admin(listFactors)],
  ["PUT", "/admin/users/:user_id/factors/:factor_id", admin(updateFactor)],
  ["DELETE", "/admin/users/:user_id/factors/:factor_id", admin(deleteFactor)],
  ["GET", "/admin/users/:user_id/roles", admin(showRoles)],
  ["PUT", "/admin/users/:user_id/roles", admin(setRoles)],
  ["GET", "/admin/audit", admin(listAudit)],
  ["GET", "/admin/product", admin(showProduct)],

  // Their routes are kept: clients learn that these are not offered, and not that the address is wrong.
  ["POST", "/sso", absent("saml_provider_disabled", "SAML 2.0 is disabled")],
  ["POST", "/passkeys/authentication/options", absent("passkey_disabled", "Passkeys are disabled")],
  ["POST", "/passkeys/authentication/verify", absent("passkey_disabled", "Passkeys are disabled")],
  ["POST", "/passkeys/registration/options", absent("passkey_disabled", "Passkeys are disabled")],
  ["POST", "/passkeys/registration/verify", absent("passkey_disabled", "Passkeys are disabled")],
  ["GET", "/passkeys", absent("passkey_disabled", "Passkeys are disabled")],
];

/** For the key of the service alone, and before anything is read of what was sent. */
function admin(flow: Flow): Flow {
  return async (request, service) => {
    await needAdmin(request, service);
    return flow({ ...request, caller: undefined }, service);
  };
}

function absent(code: string, message: string): Flow {
  return async () => {
    throw new AuthRefusal(422, code, message);
  };
}
