// Where a server is reached: known once it listens.

export type ServerAddress = {
  /** Of this process, which other servers may stand before. */
  readonly port: () => number;
  /** As people know it. */
  readonly url: () => string;
  readonly listensOn: (port: number) => void;
};

export function serverAddress({
  host,
  publicUrl,
  isSecure,
}: {
  readonly host: string;
  /** Whether it speaks TLS itself. */
  readonly isSecure: boolean;
  readonly publicUrl: string | undefined;
}): ServerAddress {
  let port = 0;
  let url = "";
  return {
    port: () => port,
    url: () => url,
    listensOn: (now) => {
      port = now;
      url = publicUrl ?? `${isSecure ? "https" : "http"}://${host.includes(":") ? `[${host}]` : host}:${port}`;
    },
  };
}
