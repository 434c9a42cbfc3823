// Why a mail server takes no mail, by the code of what sends it: what to look at.
export const reasons: Readonly<Record<string, string>> = {
  EDNS: "its name is not known: look at the host in WRIT_SMTP_URL",
  ECONNECTION: "it cannot be reached: look at the host and the port in WRIT_SMTP_URL, and at firewalls",
  ESOCKET: "it cannot be reached: look at the host and the port in WRIT_SMTP_URL, and at firewalls",
  ETIMEDOUT: "it does not answer: look at the port in WRIT_SMTP_URL, and at firewalls; many networks block port 25",
  ETLS: "it does not speak TLS as expected: smtps:// is for port 465, smtp:// for port 587, which begins without TLS",
  EAUTH:
    "it refuses the user or the password in WRIT_SMTP_URL; special characters there are written as %40 and the like",
  EENVELOPE: "it refuses the sender or the recipient",
};
