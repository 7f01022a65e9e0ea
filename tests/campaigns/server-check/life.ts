// What is promised of an installed platform, one sentence after the other, from the package to its purge and back.
import { programs } from '@pharmacy-relay/operations/machine/programs.ts'
import type { Debian } from './debian.ts'
import { ADMIN, DEB, SIGN_IN } from './places.ts'
import { checking, isDone, killEach, READY, says, type Check, type Judge, type Tell } from './sentences.ts'

const { email: ADMIN_MAIL, password: PASSWORD } = ADMIN
const INIT = `relayctl init --url https://panel.example --retention TR=10 --admin ${ADMIN_MAIL} --admin-password-file /root/password --recovery-sheet /root/sheet`
const FIVE_MINUTES_MS = 300_000
/** systemd's own figure runs from 0 (safe) to 10. */
const MOST_EXPOSURE = 2
const NAMES = programs.map(({ name }) => name)
const UNITS = NAMES.map((name) => `pharmacy-relay@${name}.service`).join(' ')
const TABLES = `su postgres -c "psql -Atc 'select count(*) from pg_tables' relay_store"`
/** Where others could read a secret; the two texts that are certainly there say that it was looked at. */
const OPEN_PLACES = `{ systemctl show ${UNITS}; journalctl -o cat; for p in /proc/[0-9]*; do tr '\\0' '\\n' < $p/environ; tr '\\0' '\\n' < $p/cmdline; done; } > /root/open 2>/dev/null
for text in NODE_ENV=production store-api/main.ts; do grep -qF $text /root/open || echo "did not look at $text"; done`
const LEAKS = `${OPEN_PLACES}; for file in /etc/pharmacy-relay/secrets/*; do secret=$(cat $file); [ \${#secret} -ge 20 ] || continue
if grep -qF -- "$secret" /root/open; then basename $file; fi; done; rm /root/open`

const STEPS: readonly (readonly [text: string, script: string, judge: Judge])[] = [
  [
    'stop ends every program',
    `relayctl stop && systemctl is-active ${UNITS}`,
    says(/^Stopped\.\n(?:inactive\n){6}$/),
  ],
  ['start has them ready again', 'relayctl start', isDone],
  ['a backup is made', 'relayctl backup', isDone],
  ['it is restored for a trial, by the key of the sheet', 'relayctl drill --key-file /root/sheet', isDone],
  [
    'the timer runs, and what it starts measures the backup and the drill',
    'systemctl start pharmacy-relay-watch.service && systemctl is-active pharmacy-relay-watch.timer && grep -cE "^relay_(backup|restore_drill)_success_time_seconds [0-9]+$" /var/lib/pharmacy-relay-server/watch/relay.prom && ls /usr/lib/pharmacy-relay/current/docs/on-call/BackupOld.md /usr/lib/pharmacy-relay/current/sbom.cdx.json',
    says(/^active\n2\n\S+BackupOld\.md\n\S+sbom\.cdx\.json\n$/),
  ],
  [
    'a base begins the archive of what the database server writes',
    'relayctl base && systemctl is-active pharmacy-relay-archive.service',
    says(/\nactive\n$/),
  ],
  [
    'the archive is brought back for a trial, every row counted, by the key of the sheet',
    'relayctl drill --archive --key-file /root/sheet',
    says(/every table as it was\.\nRPO \d+ s .* RTO [\d.]+ s/),
  ],
  [
    'the timers of a backup each night and a base each week are on, and what they start ends well',
    'systemctl is-active pharmacy-relay-backup.timer pharmacy-relay-base.timer && systemctl start pharmacy-relay-backup.service pharmacy-relay-base.service && rm /var/backups/pharmacy-relay-server/relay-*.tar.age* && relayctl backup',
    isDone,
  ],
  [
    'what was lost comes back out of the backup: databases, secrets, settings',
    `relayctl stop && cp /var/backups/pharmacy-relay-server/*.age /root/backup && rm -r /etc/pharmacy-relay && for name in store pharmacy identity; do su postgres -c "dropdb relay_$name"; done && relayctl restore /root/backup --key-file /root/sheet --without-newer-erasures && relayctl start`,
    isDone,
  ],
  ['the admin signs in to what came back', SIGN_IN, says(/^200$/)],
  [
    'removed, nothing runs and data stay',
    `apt-get remove -y pharmacy-relay-server && grep -l run.cjs /proc/[0-9]*/cmdline; ls /usr/lib/pharmacy-relay /usr/bin/relayctl; ${TABLES}; ls /etc/pharmacy-relay/secrets | wc -l`,
    says(/No such file[\s\S]*No such file[\s\S]*\n\d{2,}\n\d{2,}\n$/),
  ],
  [
    'purged, it says what it kept, and keeps databases and secrets',
    `dpkg --purge pharmacy-relay-server; ${TABLES}; ls /etc/pharmacy-relay/secrets | wc -l`,
    says(/Kept: \/etc\/pharmacy-relay\n[\s\S]*Kept: the databases[\s\S]*\n\d{2,}\n\d{2,}\n$/),
  ],
  ['installed again it goes on with them', `dpkg -i ${DEB} && relayctl start`, isDone],
  ['and the admin signs in', SIGN_IN, says(/^200$/)],
]

export async function lifeOf(debian: Debian, tell: Tell): Promise<void> {
  const check = checking(debian, tell)
  await installed(check)
  await guarded(check)
  await killEach(check, NAMES)
  await debian.restart()
  await check('after a reboot all are ready by themselves', READY, isDone)
  for (const [text, script, judge] of STEPS) await check(text, script, judge)
}

async function installed(check: Check): Promise<void> {
  const startedAt = performance.now()
  await check('the package is installed, and says what comes next', `dpkg -i ${DEB}`, says(/relayctl init/))
  await check(
    'without an installation nothing starts',
    `systemctl start pharmacy-relay.target; systemctl is-active ${UNITS}`,
    says(/^(?:inactive\n){6}$/),
  )
  await check(
    'relayctl init makes an installation',
    `umask 077; printf '${PASSWORD}' > /root/password; ${INIT}`,
    isDone,
  )
  await check('relayctl start has all programs ready', 'relayctl start', isDone)
  await check('the admin signs in', SIGN_IN, says(/^200$/))
  const tookMs = Math.round(performance.now() - startedAt)
  const isFast = tookMs <= FIVE_MINUTES_MS
  await check(
    `from an empty Debian to there it took ${(tookMs / 1_000).toFixed(0)} s of 300`,
    String(isFast),
    isDone,
  )
}

async function guarded(check: Check): Promise<void> {
  await check(
    'the first password lies nowhere any more',
    `grep -rlF '${PASSWORD}' /etc /var/lib /var/log`,
    says(/^$/),
  )
  await check('no secret is in settings of units, environments, arguments or the journal', LEAKS, says(/^$/))
  const exposed = `systemd-analyze security --no-pager ${UNITS} | grep -o 'exposure level for .*: [0-9.]*' | awk '$NF > ${MOST_EXPOSURE}'`
  await check(`each unit's exposure is ${MOST_EXPOSURE} or less`, exposed, says(/^$/))
  const owners = `for name in ${NAMES.join(' ')}; do awk '/^Uid/ {print $2}' /proc/$(systemctl show -P MainPID pharmacy-relay@$name)/status; done | sort -u | grep -vc '^0$'`
  await check('each program is an account of its own', owners, says(/^6$/m))
}
