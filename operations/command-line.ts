// The words after `relayctl`: commands, their options, the help. Pure.
import { parseArgs } from 'node:util'

export const HELP = `relayctl COMMAND [options]

  init       makes an installation; again, it says what is there
  start      starts the programs and waits until all are ready
  restart    one after the other, each when the one before is ready; those
             that are stopped stay so
  stop       stops them in order
  status     each program: running, since when, version, ready; its database
  doctor     looks for what will go wrong, and says what to do about each
  watch      measures backups, certificates and disks, and writes what a
             Prometheus on this machine reads; a timer does it
  backup     databases, secrets and settings into one encrypted file
  restore FILE   out of such a file, into an empty place
  drill      restores the newest backup beside the live databases, counts
             its rows, drops it again, and says RPO and RTO
  base       the whole database server into one encrypted file, from which
             the archive goes on; once a week
  archive    runs on, and keeps the log of the database server as it is
             written: of a lost machine a minute is missing at most
  recover FILE   a base and the log behind it, as a database server in a
             folder, up to the end or to a moment
  rotate WHAT    exchanges secrets while the programs run: internal-key,
             service-secrets, panel-cookies, shop-cookies, refresh-key,
             seal-key, patient-keys, database-passwords, device-key-secret,
             sms-key. In containers a call writes one round and says what to
             restart
  cluster FILE   several machines: out of one inventory what haproxy, patroni,
             etcd, NATS and our programs are told on each of them

init
  --url URL             the panel as people see it, https://panel.example
  --shop-url URL        the shop as people see it
  --retention LIST      years that prescriptions are kept: TR=10,DE=10; none
                        keeps everything
  --admin MAIL          the first admin; the password is asked for
  --admin-password-file FILE   instead of asking
  --backup-recipient age1…     who may open backups; without it a key is
                        made, which belongs into a safe
  --recovery-sheet FILE where that key is written; without it, the terminal
  --set NAME=VALUE      a setting of relay.conf; may be given several times

watch
  --to FOLDER           instead of /var/lib/pharmacy-relay-server/watch

cluster
  --into FOLDER         where a folder for each machine is made
  --check               only says whether the inventory is in order
  --force               also over files that were changed by hand
  --rotate WHAT         writes one round of an exchange of secrets, and says
                        on which machine to restart what; also
                        nats-passwords and postgres-passwords, of the engines

restart
  --program NAME        only this one; may be given several times
  --secrets WORD        only with these secrets, of which cluster --rotate
                        prints the word

rotate, cluster --rotate
  --restarted N         what round N named was restarted: goes on with the
                        next one; without it the same round once more

backup, restore, drill, base, archive, recover
  --to FOLDER           where backups are; /var/backups/pharmacy-relay-server,
                        and its folder archive
  --keep N              backup: the newest N stay, older ones go
  --archive             drill: the newest base with the log behind it
  --into FOLDER         recover: where the database server comes
  --until MOMENT        recover: no further, 2026-11-27T21:30:00Z
  --passphrase-file FILE   instead of the key
  --key-file FILE       restore, drill, recover: the key from the safe
  --erasures FOLDER     restore: list of erased patients from the lost disk
  --without-newer-erasures   restore: that list is lost, go on with that of
                        the backup

for all
  --postgres URL        the database server's administrator; without it who
                        /etc/pharmacy-relay/administrator names, and without
                        that file the account postgres of this machine
  --postgres-file FILE  the same, as a file with that URL
  --root DIR            a try-out below DIR, without root and systemd
  --json                the answer as one line of JSON
  --help, --version

exit codes  0 done   1 failed on the way   2 not understood
            3 status, doctor: a person has to act   4 refused, nothing changed
`

export const COMMANDS = [
  'init',
  'start',
  'restart',
  'stop',
  'status',
  'doctor',
  'watch',
  'backup',
  'restore',
  'drill',
  'rotate',
  'base',
  'archive',
  'recover',
  'cluster',
] as const
export type CommandName = (typeof COMMANDS)[number]

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const
const COMMON = {
  postgres: text,
  'postgres-file': text,
  root: text,
  json: flag,
  help: { type: 'boolean', short: 'h' },
  version: flag,
} as const
const OPTIONS = {
  ...COMMON,
  url: text,
  'shop-url': text,
  retention: text,
  admin: text,
  'admin-password-file': text,
  'backup-recipient': text,
  'recovery-sheet': text,
  set: { type: 'string', multiple: true },
  to: text,
  'passphrase-file': text,
  'key-file': text,
  erasures: text,
  'without-newer-erasures': flag,
  archive: flag,
  keep: text,
  into: text,
  until: text,
  check: flag,
  force: flag,
  rotate: text,
  restarted: text,
  secrets: text,
  program: { type: 'string', multiple: true },
} as const

const INIT = [
  'url',
  'shop-url',
  'retention',
  'admin',
  'admin-password-file',
  'backup-recipient',
  'recovery-sheet',
  'set',
]
const ALLOWED: Readonly<Record<CommandName, readonly string[]>> = {
  init: INIT,
  start: [],
  restart: ['program', 'secrets'],
  stop: [],
  status: [],
  doctor: ['to'],
  watch: ['to'],
  backup: ['to', 'passphrase-file', 'keep'],
  restore: ['key-file', 'passphrase-file', 'erasures', 'without-newer-erasures'],
  drill: ['to', 'key-file', 'passphrase-file', 'archive'],
  rotate: ['restarted'],
  base: ['to'],
  archive: ['to'],
  recover: ['key-file', 'into', 'until', 'erasures'],
  cluster: ['into', 'check', 'force', 'rotate', 'restarted'],
}

/** What a command is told beside its options. */
const TAKEN: Partial<Readonly<Record<CommandName, string>>> = {
  restore: 'file',
  recover: 'file',
  rotate: 'name of what is exchanged',
  cluster: 'file',
}

export type Options = ReturnType<typeof parsed>['values']

export type Asked =
  | { readonly kind: 'help' | 'version' }
  | { readonly kind: 'fault'; readonly text: string }
  | {
      readonly kind: 'command'
      readonly name: CommandName
      readonly options: Options
      readonly operand: string | null
    }

export function readCommandLine(args: readonly string[]): Asked {
  try {
    const { values, positionals } = parsed(args)
    if (values.help === true) return { kind: 'help' }
    if (values.version === true) return { kind: 'version' }
    const [word = '', operand = null, ...more] = positionals
    const name = COMMANDS.find((one) => one === word)
    if (name === undefined) return fault(word === '' ? 'a command is missing' : `there is no command ${word}`)
    const taken = TAKEN[name] ?? null
    if (more.length > 0 || (operand === null) === (taken !== null))
      return fault(taken === null ? `${name} takes options only` : `${name} takes one ${taken}`)
    const foreign = Object.keys(values).find((key) => !(key in COMMON) && !ALLOWED[name].includes(key))
    if (foreign !== undefined) return fault(`${name} takes no --${foreign}`)
    return { kind: 'command', name, options: values, operand }
  } catch (error) {
    return fault(error instanceof Error ? (error.message.split('.')[0] ?? '') : 'the options are not valid')
  }
}

function parsed(args: readonly string[]) {
  return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, strict: true })
}

function fault(words: string): Asked {
  return { kind: 'fault', text: words }
}
