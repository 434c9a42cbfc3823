// Where links from mails and providers come back to: it signs in what may be signed in, and says what went wrong.
import { Button } from "@mantine/core";
import { IconCircleCheck, IconLinkOff } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { accountAddresses } from "../../product/addresses.ts";
import { AppLink } from "../../routing/link.tsx";
import { useGo } from "../../routing/use-go.ts";
import { useProduct } from "../../product/product.tsx";
import { useSending } from "../ask-form.tsx";
import { useEntry, type ComeBackStep } from "../entry.ts";
import { AccountFrame, FrameSkeleton } from "../frame.tsx";
import { wordsOfRefusal } from "../refusals.ts";
import { mailMethods } from "../sign-in-methods.ts";
import { usePeopleSay } from "../../product/use-people-say.ts";
import { ByMailForm } from "./by-mail.tsx";
import { NewPasswordForm } from "./new-password.tsx";
import {
  ownFlow,
  flowName,
  follow,
  userWhoFollowed,
  keepWhoFollowed,
  readCameBack,
  redeem,
  type CameBack,
} from "./came-back.ts";
import { RecoverForm } from "./recover.tsx";
import classes from "../account.module.css";

export function ComeBack() {
  const { backend, isHalfIn, person } = useProduct();
  const { then, leadingOn } = useEntry();
  const go = useGo();
  const [came, setCame] = useState<CameBack>(() => readCameBack(new URL(location.href)));
  const step = (new URL(location.href).searchParams.get("step") ?? "sign-in") as ComeBackStep;
  const [hasCode, setHasCode] = useState(false);
  const isIn = person !== undefined;
  useEffect(() => {
    // Tokens do not stay where they can be copied from.
    if (location.hash !== "") void go(location.pathname + location.search, { replace: true });
  }, [go]);
  const who = person?.id;
  const [from, setFrom] = useState<"here" | "here before" | "elsewhere">("here");
  useEffect(() => {
    if (came.kind !== "link") return undefined;
    const look = async () => {
      const flow = await ownFlow(came, backend.storage);
      if (flow !== undefined) return follow(came, flow, backend.storage);
      const whom = userWhoFollowed(came, backend.storage);
      if (whom === undefined) setFrom("elsewhere");
      // The user whom it has signed in is led on; one who has signed out, or another user, reads that it works once.
      else if (whom === who) setCame({ kind: "nothing" });
      else setFrom("here before");
      return undefined;
    };
    // In another tab it may be on its way.
    const again = () => void look();
    again();
    addEventListener("storage", again);
    return () => removeEventListener("storage", again);
  }, [came, backend, who]);
  useEffect(() => {
    if (came.kind !== "code") return;
    const exchange = async () => {
      const flow = new URL(location.href).searchParams.get(flowName);
      const { data, error } = await backend.auth.exchangeCodeForSession(came.code);
      if (error === null) {
        keepWhoFollowed(flow, data.user.id, backend.storage);
        setHasCode(true);
      }
      // Another browser asked for it, which alone has the secret.
      else setCame({ kind: "elsewhere" });
    };
    void exchange();
  }, [came, backend]);
  useEffect(() => {
    if (came.kind !== "nothing" && !hasCode) return;
    const own = {
      "sign-in": then,
      confirm: then,
      "new-password": leadingOn(accountAddresses.newPassword),
      address: accountAddresses.account,
      security: accountAddresses.security,
    };
    if (isHalfIn) void go(`${accountAddresses.factor}?then=${encodeURIComponent(own[step])}`, { replace: true });
    else if (isIn || came.kind === "nothing") void go(own[step], { replace: true });
  }, [came, hasCode, isHalfIn, isIn, step, then, leadingOn, go]);
  switch (came.kind) {
    case "nothing":
    case "code":
      return <FrameSkeleton />;
    case "link":
      if (from === "here") return <FrameSkeleton />;
      if (from === "elsewhere") return <FromElsewhere link={came} onRedeemed={setCame} />;
      return <Refused came={{ kind: "refused", code: "otp_expired", message: "" }} step={step} />;
    case "tokens":
      return <TakeTokens came={came} />;
    case "message":
      return <HalfAgreed />;
    case "refused":
      return <Refused came={came} step={step} />;
    case "elsewhere":
      return <Elsewhere step={step} />;
  }
}

type FromElsewhereProps = {
  readonly link: Extract<CameBack, { kind: "link" }>;
  readonly onRedeemed: (came: CameBack) => void;
};

/** Asked for in another browser, opened in this one. Programs that look at the links of mails press no button. */
function FromElsewhere({ link, onRedeemed }: FromElsewhereProps) {
  const say = usePeopleSay();
  const [isWorking, setIsWorking] = useState(false);
  return (
    <AccountFrame title={say("openHere")}>
      <p>{say("openHereText")}</p>
      <Button
        loading={isWorking}
        onClick={async () => {
          setIsWorking(true);
          onRedeemed(await redeem(link));
        }}
      >
        {say("goOn")}
      </Button>
      <ToSignIn />
    </AccountFrame>
  );
}

/** This browser did not ask for the link, so it signs no user in unnoticed: the user confirms the account first. */
function TakeTokens({ came }: { readonly came: Extract<CameBack, { kind: "tokens" }> }) {
  const { application, backend, person } = useProduct();
  const say = usePeopleSay();
  const { then } = useEntry();
  const go = useGo();
  const queries = useQueryClient();
  const { error, isWorking, run, alert } = useSending();
  const begin = async () =>
    (await backend.auth.setSession({ access_token: came.accessToken, refresh_token: came.refreshToken })).error;
  const isChoosing = mailMethods(application).password && (came.type === "invite" || came.type === "recovery");
  const title = came.type === "invite" ? say("invitedTo", { name: application.title }) : say("signInAs");
  const done = () => {
    void queries.invalidateQueries();
    void go(then, { replace: true });
  };
  return (
    <AccountFrame title={title}>
      <p>{say(isChoosing ? "choosePasswordFor" : "asWhom", { email: came.email })}</p>
      {person !== undefined && person.email !== came.email && (
        <p className="quiet">{say("signedInAsOther", { email: person.email })}</p>
      )}
      {isChoosing ? (
        <NewPasswordForm title={title} email={came.email} begin={begin} submit={say("goOn")} onDone={done} />
      ) : (
        <>
          <div role="alert" tabIndex={-1} ref={alert} className="wrong">
            {error}
          </div>
          <Button
            loading={isWorking}
            onClick={async () => {
              if (await run(begin)) done();
            }}
          >
            {say("continueAs", { email: came.email })}
          </Button>
        </>
      )}
    </AccountFrame>
  );
}

/** A change of address takes both mailboxes. */
function HalfAgreed() {
  const say = usePeopleSay();
  return (
    <AccountFrame title={say("halfAgreed")} icon={<Sign icon={<IconCircleCheck size={22} />} />}>
      <p>{say("halfAgreedText")}</p>
      <AppLink to={accountAddresses.account}>{say("toAccount")}</AppLink>
    </AccountFrame>
  );
}

type StepProps = { readonly step: ComeBackStep };

function Refused({ came, step }: StepProps & { readonly came: Extract<CameBack, { kind: "refused" }> }) {
  const say = usePeopleSay();
  if (came.code === "otp_expired")
    return (
      <WayOn
        title={say("linkOver")}
        text={say(step === "confirm" || step === "address" ? "linkOverConfirm" : "linkOverText")}
        step={step}
      />
    );
  return (
    <AccountFrame
      title={say(step === "security" ? "notLinked" : "notSignedIn")}
      icon={<Sign icon={<IconLinkOff size={22} />} />}
    >
      <p role="alert">{wordsOfRefusal({ code: came.code, status: 400, message: came.message }, say)}</p>
      {step === "security" ? <AppLink to={accountAddresses.security}>{say("toAccount")}</AppLink> : <ToSignIn />}
    </AccountFrame>
  );
}

function Elsewhere({ step }: StepProps) {
  const say = usePeopleSay();
  if (step === "address")
    return (
      <AccountFrame title={say("addressHolds")} icon={<Sign icon={<IconCircleCheck size={22} />} />}>
        <p>{say("addressHoldsText")}</p>
        <ToSignIn />
      </AccountFrame>
    );
  if (step === "confirm")
    return (
      <AccountFrame title={say("confirmed")} icon={<Sign icon={<IconCircleCheck size={22} />} />}>
        <p>{say("confirmedText")}</p>
        <ToSignIn />
      </AccountFrame>
    );
  return <WayOn title={say("otherBrowser")} text={say("otherBrowserText")} step={step} />;
}

/** Asks for the link again, in this browser. */
function WayOn({ title, text, step }: StepProps & { readonly title: string; readonly text: string }) {
  const { application } = useProduct();
  const { link, code, password } = mailMethods(application);
  return (
    <AccountFrame title={title} icon={<Sign icon={<IconLinkOff size={22} />} />}>
      <p role="status">{text}</p>
      {step === "new-password" && password && <RecoverForm title={title} />}
      {step === "sign-in" && (link || code) && <ByMailForm title={title} />}
      <ToSignIn />
    </AccountFrame>
  );
}

function ToSignIn() {
  const say = usePeopleSay();
  const { leadingOn } = useEntry();
  return (
    <p className={classes["beneath"]}>
      <AppLink to={leadingOn(accountAddresses.signIn)}>{say("toSignIn")}</AppLink>
    </p>
  );
}

const Sign = ({ icon }: { readonly icon: React.ReactNode }) => (
  <span className={classes["picture"]} aria-hidden="true">
    {icon}
  </span>
);
