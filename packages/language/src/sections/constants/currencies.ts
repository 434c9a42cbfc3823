// The currencies of ISO 4217 and how many decimals their amounts have.

const codes =
  "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLF " +
  "CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF " +
  "IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK " +
  "MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR " +
  "SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UYW UZS " +
  "VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG";

export const currencyCodes: readonly string[] = codes.split(" ");

/** All others have two. */
const decimals: ReadonlyMap<string, number> = new Map([
  ..."BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF".split(" ").map((code) => [code, 0] as const),
  ..."BHD IQD JOD KWD LYD OMR TND".split(" ").map((code) => [code, 3] as const),
  ..."CLF UYW".split(" ").map((code) => [code, 4] as const),
]);

/** Undefined where there is no such currency. */
export function minorUnitsOf(code: string): number | undefined {
  return currencyCodes.includes(code) ? (decimals.get(code) ?? 2) : undefined;
}

export const currencySigns: ReadonlyMap<string, string> = new Map([
  ["€", "EUR"],
  ["euro", "EUR"],
  ["euros", "EUR"],
  ["$", "USD"],
  ["us$", "USD"],
  ["dollar", "USD"],
  ["dollars", "USD"],
  ["£", "GBP"],
  ["pound", "GBP"],
  ["pounds", "GBP"],
  ["¥", "JPY"],
  ["yen", "JPY"],
  ["₹", "INR"],
  ["franc", "CHF"],
  ["zł", "PLN"],
]);
