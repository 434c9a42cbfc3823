// The words of mails about accounts, in every language that Writ itself speaks. `{product}` is the product's title.

export type AccountTexts = {
  readonly subjects: Readonly<Record<AccountMailKind, string>>;
  readonly lines: Readonly<Record<AccountMailKind, string>>;
  readonly links: Readonly<Record<AccountMailKind, string>>;
  readonly code: string;
  readonly ignore: string;
};

export type AccountMailKind = (typeof accountMailKinds)[number];
export const accountMailKinds = [
  "signup",
  "invite",
  "magiclink",
  "recovery",
  "email_change_current",
  "email_change_new",
  "reauthentication",
] as const;

const en: AccountTexts = {
  subjects: {
    signup: "{product}: confirm your address",
    invite: "You are invited to {product}",
    magiclink: "Sign in to {product}",
    recovery: "{product}: choose a new password",
    email_change_current: "{product}: your address is to change",
    email_change_new: "{product}: confirm your new address",
    reauthentication: "{product}: your code",
  },
  lines: {
    signup: "Please confirm that this address is yours.",
    invite: "Somebody has made an account for you.",
    magiclink: "You asked to sign in.",
    recovery: "You asked for a new password.",
    email_change_current: "The address of your account is to become {newAddress}. Please agree here.",
    email_change_new: "Please confirm that this is the new address of your account.",
    reauthentication: "Please show that this is you.",
  },
  links: {
    signup: "Confirm the address",
    invite: "Accept the invitation",
    magiclink: "Sign in",
    recovery: "Choose a new password",
    email_change_current: "Agree to the change",
    email_change_new: "Confirm the new address",
    reauthentication: "",
  },
  code: "Your code: {code}",
  ignore: "If this was not you, you need not do anything. Give this link or code to nobody.",
};

const de: AccountTexts = {
  subjects: {
    signup: "{product}: Adresse bestätigen",
    invite: "Einladung zu {product}",
    magiclink: "Bei {product} anmelden",
    recovery: "{product}: neues Passwort wählen",
    email_change_current: "{product}: Ihre Adresse soll sich ändern",
    email_change_new: "{product}: neue Adresse bestätigen",
    reauthentication: "{product}: Ihr Code",
  },
  lines: {
    signup: "Bitte bestätigen Sie, dass diese Adresse Ihnen gehört.",
    invite: "Für Sie wurde ein Konto angelegt.",
    magiclink: "Sie möchten sich anmelden.",
    recovery: "Sie möchten ein neues Passwort wählen.",
    email_change_current: "Die Adresse Ihres Kontos soll {newAddress} werden. Bitte stimmen Sie hier zu.",
    email_change_new: "Bitte bestätigen Sie, dass dies die neue Adresse Ihres Kontos ist.",
    reauthentication: "Bitte zeigen Sie, dass Sie es sind.",
  },
  links: {
    signup: "Adresse bestätigen",
    invite: "Einladung annehmen",
    magiclink: "Anmelden",
    recovery: "Neues Passwort wählen",
    email_change_current: "Der Änderung zustimmen",
    email_change_new: "Neue Adresse bestätigen",
    reauthentication: "",
  },
  code: "Ihr Code: {code}",
  ignore: "Waren Sie es nicht, brauchen Sie nichts zu tun. Geben Sie diesen Link oder Code niemandem.",
};

const fr: AccountTexts = {
  subjects: {
    signup: "{product} : confirmez votre adresse",
    invite: "Invitation à {product}",
    magiclink: "Connexion à {product}",
    recovery: "{product} : choisissez un nouveau mot de passe",
    email_change_current: "{product} : votre adresse va changer",
    email_change_new: "{product} : confirmez votre nouvelle adresse",
    reauthentication: "{product} : votre code",
  },
  lines: {
    signup: "Veuillez confirmer que cette adresse est la vôtre.",
    invite: "Un compte a été créé pour vous.",
    magiclink: "Vous avez demandé à vous connecter.",
    recovery: "Vous avez demandé un nouveau mot de passe.",
    email_change_current: "L'adresse de votre compte doit devenir {newAddress}. Veuillez donner votre accord ici.",
    email_change_new: "Veuillez confirmer que c'est la nouvelle adresse de votre compte.",
    reauthentication: "Veuillez montrer que c'est bien vous.",
  },
  links: {
    signup: "Confirmer l'adresse",
    invite: "Accepter l'invitation",
    magiclink: "Se connecter",
    recovery: "Choisir un nouveau mot de passe",
    email_change_current: "Accepter le changement",
    email_change_new: "Confirmer la nouvelle adresse",
    reauthentication: "",
  },
  code: "Votre code : {code}",
  ignore: "Si ce n'était pas vous, vous n'avez rien à faire. Ne donnez ce lien ou ce code à personne.",
};

const es: AccountTexts = {
  subjects: {
    signup: "{product}: confirme su dirección",
    invite: "Invitación a {product}",
    magiclink: "Entrar en {product}",
    recovery: "{product}: elija una contraseña nueva",
    email_change_current: "{product}: su dirección va a cambiar",
    email_change_new: "{product}: confirme su dirección nueva",
    reauthentication: "{product}: su código",
  },
  lines: {
    signup: "Confirme que esta dirección es suya.",
    invite: "Alguien ha creado una cuenta para usted.",
    magiclink: "Ha pedido entrar.",
    recovery: "Ha pedido una contraseña nueva.",
    email_change_current: "La dirección de su cuenta pasará a ser {newAddress}. Dé su acuerdo aquí.",
    email_change_new: "Confirme que esta es la dirección nueva de su cuenta.",
    reauthentication: "Muestre que es usted.",
  },
  links: {
    signup: "Confirmar la dirección",
    invite: "Aceptar la invitación",
    magiclink: "Entrar",
    recovery: "Elegir una contraseña nueva",
    email_change_current: "Aceptar el cambio",
    email_change_new: "Confirmar la dirección nueva",
    reauthentication: "",
  },
  code: "Su código: {code}",
  ignore: "Si no ha sido usted, no tiene que hacer nada. No dé este enlace o código a nadie.",
};

const it: AccountTexts = {
  subjects: {
    signup: "{product}: conferma il tuo indirizzo",
    invite: "Invito a {product}",
    magiclink: "Accedi a {product}",
    recovery: "{product}: scegli una nuova password",
    email_change_current: "{product}: il tuo indirizzo sta per cambiare",
    email_change_new: "{product}: conferma il nuovo indirizzo",
    reauthentication: "{product}: il tuo codice",
  },
  lines: {
    signup: "Conferma che questo indirizzo è tuo.",
    invite: "Qualcuno ha creato un account per te.",
    magiclink: "Hai chiesto di accedere.",
    recovery: "Hai chiesto una nuova password.",
    email_change_current: "L'indirizzo del tuo account diventerà {newAddress}. Dai qui il tuo consenso.",
    email_change_new: "Conferma che questo è il nuovo indirizzo del tuo account.",
    reauthentication: "Mostra che sei tu.",
  },
  links: {
    signup: "Conferma l'indirizzo",
    invite: "Accetta l'invito",
    magiclink: "Accedi",
    recovery: "Scegli una nuova password",
    email_change_current: "Accetta la modifica",
    email_change_new: "Conferma il nuovo indirizzo",
    reauthentication: "",
  },
  code: "Il tuo codice: {code}",
  ignore: "Se non sei stato tu, non devi fare nulla. Non dare questo link o codice a nessuno.",
};

const all: Readonly<Record<string, AccountTexts>> = { en, de, fr, es, it };

/** `pt-BR` is looked for as `pt`; English where a language is not among ours. */
export const textsIn = (language: string): AccountTexts => all[language.split("-")[0] ?? ""] ?? en;
