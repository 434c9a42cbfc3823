// What makes each alarm fire, and what is like it and does not: series in the words of `promtool test rules`.

export type AlarmCase = {
  readonly alarm: string;
  /** Each with its values, one a minute: `0x9` is ten times 0, `0+5x9` goes up by 5. */
  readonly series: Readonly<Record<string, string>>;
  /** At this minute. */
  readonly at: number;
  readonly fires: boolean;
};

const fires = (alarm: string, at: number, series: AlarmCase["series"]): AlarmCase => ({
  alarm,
  series,
  at,
  fires: true,
});
const quiet = (alarm: string, at: number, series: AlarmCase["series"]): AlarmCase => ({
  alarm,
  series,
  at,
  fires: false,
});

const desk = 'job="writ",instance="desk"';
const requests = (status: string, service = "rest") =>
  `writ_requests_total{${desk},service="${service}",status="${status}"}`;
/** Of a hundred requests a minute, so many take more than a second. */
const durations = (service: string, slow: number) => ({
  [`writ_request_seconds_bucket{${desk},service="${service}",le="1"}`]: `0+${100 - slow}x60`,
  [`writ_request_seconds_bucket{${desk},service="${service}",le="2.5"}`]: "0+100x60",
  [`writ_request_seconds_bucket{${desk},service="${service}",le="+Inf"}`]: "0+100x60",
});
/** Meant to be made each day. */
const backups = (age: string) => ({
  [`writ_backup_age_seconds{${desk}}`]: age,
  [`writ_backup_every_seconds{${desk}}`]: "86400x9",
});
const gigabytes = (first: number, each: number) => `${first * 1e9}${each < 0 ? "-" : "+"}${Math.abs(each) * 1e9}x600`;
const openFiles = (count: number) => ({
  [`writ_open_files{${desk},process="1"}`]: `${count}x20`,
  [`writ_open_files_limit{${desk},process="1"}`]: "1000x20",
});
const failing = (end: string) => `writ_work_seconds_count{${desk},kind="schedule",name="tidy",end="${end}"}`;

export const alarmCases: readonly AlarmCase[] = [
  fires("WritDoesNotAnswer", 5, { [`up{${desk}}`]: "1 0x9" }),
  quiet("WritDoesNotAnswer", 2, { [`up{${desk}}`]: "1 0x9" }),
  quiet("WritDoesNotAnswer", 5, { 'up{job="other",instance="desk"}': "0x9" }),
  fires("WritIsNotWatched", 9, { 'up{job="other",instance="desk"}': "1x9" }),
  quiet("WritIsNotWatched", 4, { 'up{job="other",instance="desk"}': "1x9" }),
  quiet("WritIsNotWatched", 9, { [`up{${desk}}`]: "0x9" }),
  fires("WritIsNotReady", 5, { [`writ_ready{${desk}}`]: "1 0x9" }),
  quiet("WritIsNotReady", 1, { [`writ_ready{${desk}}`]: "1 0x9" }),
  fires("WritAnswersWithErrors", 20, { [requests("2xx")]: "0+90x30", [requests("5xx")]: "0+10x30" }),
  quiet("WritAnswersWithErrors", 20, { [requests("2xx")]: "0+99x30", [requests("5xx")]: "0+1x30" }),
  quiet("WritAnswersWithErrors", 20, { [requests("5xx", "console")]: "0+10x30" }),
  // It has just begun.
  quiet("WritAnswersWithErrors", 13, { [requests("2xx")]: "0+90x30", [requests("5xx")]: "0x10 200+10x20" }),
  // Two of two: nobody is woken.
  quiet("WritAnswersWithErrors", 20, { [requests("5xx")]: "0x10 1 2x20" }),
  quiet("WritAnswersWithErrors", 20, { [requests("2xx")]: "0+50x30", [requests("4xx")]: "0+50x30" }),
  fires("WritIsSlow", 40, durations("rest", 20)),
  quiet("WritIsSlow", 8, durations("rest", 20)),
  quiet("WritIsSlow", 40, durations("rest", 2)),
  quiet("WritIsSlow", 40, durations("functions", 20)),
  fires("WritOutboxWaits", 70, { [`writ_outbox_waiting{${desk}}`]: "3x90" }),
  quiet("WritOutboxWaits", 70, { [`writ_outbox_waiting{${desk}}`]: "3x30 0 3x60" }),
  fires("WritOutboxGivesUp", 75, { [`writ_outbox_given_up{${desk}}`]: "2x70 3x30" }),
  quiet("WritOutboxGivesUp", 75, { [`writ_outbox_given_up{${desk}}`]: "2x90" }),
  // A process that has just begun has not counted yet.
  quiet("WritOutboxGivesUp", 75, { [`writ_outbox_given_up{${desk}}`]: "2x70 0 2x30" }),
  quiet("WritOutboxGivesUp", 75, { [`writ_outbox_given_up{${desk}}`]: "2x70 1x30" }),
  fires("WritWorkFails", 30, { [failing("failed")]: "0x5 1x5 2x5 4x30" }),
  quiet("WritWorkFails", 30, { [failing("failed")]: "0x5 1x40" }),
  quiet("WritWorkFails", 30, { [failing("done")]: "0+9x60", [failing("refused")]: "0+9x60" }),
  fires("WritWaitsForConnections", 9, { [`writ_connections_waiting{${desk}}`]: "0 7x20" }),
  quiet("WritWaitsForConnections", 9, { [`writ_connections_waiting{${desk}}`]: "7x4 0 7x20" }),
  fires("WritIsBusy", 15, { [`writ_busy_ratio{${desk},process="2"}`]: "0.97x30" }),
  quiet("WritIsBusy", 15, { [`writ_busy_ratio{${desk},process="2"}`]: "0.97x8 0.3 0.97x30" }),
  fires("WritTakesMemory", 15, { [`writ_memory_bytes{${desk}}`]: "1400000000x30" }),
  quiet("WritTakesMemory", 9, { [`writ_memory_bytes{${desk}}`]: "1400000000x30" }),
  quiet("WritTakesMemory", 15, { [`writ_memory_bytes{${desk}}`]: "250000000x30" }),
  fires("WritRestarts", 15, { [`writ_uptime_seconds{${desk},process="1"}`]: "900 960 5 65 5 65 125 5 65+60x9" }),
  quiet("WritRestarts", 15, { [`writ_uptime_seconds{${desk},process="1"}`]: "900 960 5 65+60x30" }),
  fires("WritOpensManyFiles", 9, openFiles(900)),
  quiet("WritOpensManyFiles", 4, openFiles(900)),
  quiet("WritOpensManyFiles", 9, openFiles(700)),
  fires("WritRefusesClients", 15, { [`writ_clients_refused_total{${desk}}`]: "0x9 5+20x10" }),
  quiet("WritRefusesClients", 10, { [`writ_clients_refused_total{${desk}}`]: "0x9 5+20x10" }),
  quiet("WritRefusesClients", 15, { [`writ_clients_refused_total{${desk}}`]: "7x30" }),
  fires("WritDiskIsFull", 9, { [`writ_disk_free_bytes{${desk}}`]: gigabytes(0.9, 0) }),
  quiet("WritDiskIsFull", 4, { [`writ_disk_free_bytes{${desk}}`]: gigabytes(0.9, 0) }),
  quiet("WritDiskIsFull", 9, { [`writ_disk_free_bytes{${desk}}`]: gigabytes(4, 0) }),
  // 18 gigabytes at ten megabytes a minute are there for a day more: it is known after an hour.
  quiet("WritDiskFills", 50, { [`writ_disk_free_bytes{${desk}}`]: gigabytes(18, -0.01) }),
  fires("WritDiskFills", 420, { [`writ_disk_free_bytes{${desk}}`]: gigabytes(18, -0.01) }),
  quiet("WritDiskFills", 420, { [`writ_disk_free_bytes{${desk}}`]: gigabytes(18, -0.001) }),
  quiet("WritDiskFills", 420, { [`writ_disk_free_bytes{${desk}}`]: gigabytes(900, -0.5) }),
  fires("WritBackupIsLate", 6, backups("172801x9")),
  quiet("WritBackupIsLate", 6, backups("172800x9")),
  quiet("WritBackupIsLate", 4, backups("172801x9")),
  fires("WritBackupFails", 1, { [`writ_backup_failing_seconds{${desk}}`]: "901x9" }),
  quiet("WritBackupFails", 1, { [`writ_backup_failing_seconds{${desk}}`]: "900x9" }),
  fires("WritCertificateRunsOut", 5, { [`writ_certificate_seconds{${desk}}`]: "86400x9" }),
  quiet("WritCertificateRunsOut", 5, { [`writ_certificate_seconds{${desk}}`]: "604800x9" }),
  fires("WritCertificateIsNotRenewed", 5, { [`writ_certificate_seconds{${desk}}`]: "604800x9" }),
  quiet("WritCertificateIsNotRenewed", 5, { [`writ_certificate_seconds{${desk}}`]: "2592000x9" }),
];

/**
 * The file that promtool takes. It asks for the alarms as a series, so that their sentences need not be written twice;
 * YAML holds JSON.
 */
export const promtoolTests = (rules: string, cases: readonly AlarmCase[]): string =>
  JSON.stringify({
    rule_files: [rules],
    evaluation_interval: "1m",
    tests: cases.map(({ alarm, series, at, fires: isFiring }) => ({
      interval: "1m",
      name: `${alarm} ${isFiring ? "fires" : "does not fire"}`,
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      promql_expr_test: [
        {
          expr: `count(ALERTS{alertname="${alarm}",alertstate="firing"})`,
          eval_time: `${at}m`,
          exp_samples: isFiring ? [{ labels: "{}", value: 1 }] : [],
        },
      ],
    })),
  });
