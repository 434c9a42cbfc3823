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
    signup: "Confirm your email address for {product}",
    invite: "You have been invited to {product}",
    magiclink: "Sign in to {product}",
    recovery: "Choose a new password for {product}",
    email_change_current: "Confirm the change of your email address for {product}",
    email_change_new: "Confirm your new email address for {product}",
    reauthentication: "Your confirmation code for {product}",
  },
  lines: {
    signup: "Please confirm that this email address is yours.",
    invite: "An account has been created for you.",
    magiclink: "We received a request to sign in to your account.",
    recovery: "We received a request to change your password.",
    email_change_current:
      "We received a request to change the email address of your account to {newAddress}. Please confirm the change.",
    email_change_new: "Please confirm that this is the new email address of your account.",
    reauthentication: "Enter this code to confirm that it is you.",
  },
  links: {
    signup: "Confirm email address",
    invite: "Accept invitation",
    magiclink: "Sign in",
    recovery: "Choose a new password",
    email_change_current: "Confirm the change",
    email_change_new: "Confirm new email address",
    reauthentication: "",
  },
  code: "Your code: {code}",
  ignore: "If this was not you, you can ignore this email. Do not share this link or code with anyone.",
};

const de: AccountTexts = {
  subjects: {
    signup: "{product}: Adresse bestätigen",
    invite: "Einladung zu {product}",
    magiclink: "Bei {product} anmelden",
    recovery: "{product}: neues Passwort wählen",
    email_change_current: "{product}: Änderung Ihrer Adresse bestätigen",
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
    reauthentication: "Geben Sie diesen Code ein, um zu bestätigen, dass Sie es sind.",
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
  ignore:
    "Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren. Geben Sie diesen Link oder Code an niemanden weiter.",
};

const fr: AccountTexts = {
  subjects: {
    signup: "Confirmez votre adresse e-mail pour {product}",
    invite: "Vous avez été invité à rejoindre {product}",
    magiclink: "Connexion à {product}",
    recovery: "Choisissez un nouveau mot de passe pour {product}",
    email_change_current: "Confirmez le changement de votre adresse e-mail pour {product}",
    email_change_new: "Confirmez votre nouvelle adresse e-mail pour {product}",
    reauthentication: "Votre code de confirmation pour {product}",
  },
  lines: {
    signup: "Veuillez confirmer que cette adresse e-mail est la vôtre.",
    invite: "Un compte a été créé pour vous.",
    magiclink: "Nous avons reçu une demande de connexion à votre compte.",
    recovery: "Nous avons reçu une demande de changement de votre mot de passe.",
    email_change_current:
      "Nous avons reçu une demande de remplacement de l’adresse e-mail de votre compte par {newAddress}. Veuillez confirmer ce changement.",
    email_change_new: "Veuillez confirmer qu’il s’agit de la nouvelle adresse e-mail de votre compte.",
    reauthentication: "Saisissez ce code pour confirmer que c’est bien vous.",
  },
  links: {
    signup: "Confirmer l’adresse e-mail",
    invite: "Accepter l’invitation",
    magiclink: "Se connecter",
    recovery: "Choisir un nouveau mot de passe",
    email_change_current: "Confirmer le changement",
    email_change_new: "Confirmer la nouvelle adresse e-mail",
    reauthentication: "",
  },
  code: "Votre code : {code}",
  ignore:
    "Si vous n’êtes pas à l’origine de cette demande, ignorez cet e-mail. Ne communiquez ce lien ou ce code à personne.",
};

const es: AccountTexts = {
  subjects: {
    signup: "{product}: confirme su dirección",
    invite: "Invitación a {product}",
    magiclink: "Entrar en {product}",
    recovery: "{product}: elija una contraseña nueva",
    email_change_current: "{product}: confirme el cambio de su dirección",
    email_change_new: "{product}: confirme su dirección nueva",
    reauthentication: "{product}: su código",
  },
  lines: {
    signup: "Confirme que esta dirección es suya.",
    invite: "Alguien ha creado una cuenta para usted.",
    magiclink: "Ha pedido entrar.",
    recovery: "Ha pedido una contraseña nueva.",
    email_change_current: "La dirección de su cuenta pasará a ser {newAddress}. Confirme el cambio.",
    email_change_new: "Confirme que esta es la dirección nueva de su cuenta.",
    reauthentication: "Introduzca este código para confirmar que es usted.",
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
  ignore: "Si no ha sido usted, puede ignorar este correo. No comparta este enlace o código con nadie.",
};

const it: AccountTexts = {
  subjects: {
    signup: "{product}: conferma il tuo indirizzo",
    invite: "Invito a {product}",
    magiclink: "Accedi a {product}",
    recovery: "{product}: scegli una nuova password",
    email_change_current: "{product}: conferma il cambio di indirizzo",
    email_change_new: "{product}: conferma il nuovo indirizzo",
    reauthentication: "{product}: il tuo codice",
  },
  lines: {
    signup: "Conferma che questo indirizzo è tuo.",
    invite: "Qualcuno ha creato un account per te.",
    magiclink: "Hai chiesto di accedere.",
    recovery: "Hai chiesto una nuova password.",
    email_change_current: "L'indirizzo del tuo account diventerà {newAddress}. Conferma la modifica.",
    email_change_new: "Conferma che questo è il nuovo indirizzo del tuo account.",
    reauthentication: "Inserisci questo codice per confermare che sei tu.",
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
  ignore: "Se non sei stato tu, puoi ignorare questa email. Non condividere questo link o codice con nessuno.",
};

const all: Readonly<Record<string, AccountTexts>> = { en, de, fr, es, it };

/** `pt-BR` is looked for as `pt`; English where a language is not among ours. */
export const textsIn = (language: string): AccountTexts => all[language.split("-")[0] ?? ""] ?? en;
