// How the doctor judges what was measured. Pure: facts in, findings out.
import type { DatabaseFacts } from '../database/facts.queries.ts'
import { unknown, well, type Finding } from './finding.ts'

const GIB = 1_024 ** 3
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const LEAST_FREE_BYTES = 2 * GIB
const LEAST_FREE_PART = 0.1
const CLOCK_LIMIT_MS = 2_000
const OLDEST_POSTGRES = 15
const NEWEST_POSTGRES = 18
/** Days left at which a certificate is said: the first two wait, the last does not. */
const CERTIFICATE_DAYS = { soon: 21, now: 7, veryNow: 2 } as const
const BACKUP_SOON_MS = 26 * HOUR_MS
const BACKUP_NOW_MS = 50 * HOUR_MS
const DRILL_SOON_MS = 8 * DAY_MS

export function judgeDisk(folder: string, free: number, total: number): Finding {
  const about = `disk of ${folder}`
  const says = `${(free / GIB).toFixed(1)} GiB of ${(total / GIB).toFixed(1)} GiB are free`
  if (free >= LEAST_FREE_BYTES && free >= total * LEAST_FREE_PART) return well(about, says)
  const level = free < LEAST_FREE_BYTES / 2 ? 'now' : 'soon'
  return { about, level, says, todo: 'Remove old backups and logs, or give it a larger disk' }
}

/** `isSynchronized`: what the system says; null when it says nothing. */
export function judgeClock(isSynchronized: boolean | null, databaseAheadMs: number | null): Finding {
  const about = 'clock'
  if (databaseAheadMs !== null && Math.abs(databaseAheadMs) > CLOCK_LIMIT_MS)
    return {
      about,
      level: 'now',
      says: `the database's clock is ${(databaseAheadMs / 1_000).toFixed(1)} s away from this one`,
      todo: 'Let both machines take their time from the same server (systemd-timesyncd or chrony)',
    }
  if (isSynchronized === true) return well(about, 'set by a time server')
  const todo = 'Install a time service: apt-get install systemd-timesyncd'
  if (isSynchronized === null)
    return unknown(about, 'the system does not tell whether a time server sets it', todo)
  return { about, level: 'soon', says: 'no time server sets it', todo }
}

/** `holder`: who listens there. */
export function judgePort(program: string, port: number, holder: 'program' | 'nobody' | 'other'): Finding {
  const about = `port ${port} of ${program}`
  if (holder === 'program') return well(about, 'served')
  if (holder === 'nobody') return well(about, 'free')
  const todo = `Stop the program that listens there (ss -ltnp 'sport = :${port}'), or change the port in relay.conf`
  return { about, level: 'now', says: 'another program listens there', todo }
}

/** By what is served, not by a file: a new file that nobody loaded helps nobody. Null: nothing answered. */
export function judgeCertificate(origin: string, validUntil: Date | null, now: Date): Finding {
  const about = `certificate of ${origin}`
  const todo = 'Have it renewed, and let the TLS terminator load it'
  if (validUntil === null)
    return unknown(about, 'nothing answers there from this machine', 'Look at the TLS terminator')
  const days = Math.floor((validUntil.getTime() - now.getTime()) / DAY_MS)
  const says = days < 0 ? `ran out ${-days} days ago` : `good for ${days} days`
  if (days > CERTIFICATE_DAYS.soon) return well(about, says)
  if (days > CERTIFICATE_DAYS.now) return { about, level: 'soon', says, todo }
  return { about, level: 'now', says, todo: days > CERTIFICATE_DAYS.veryNow ? todo : `${todo} today` }
}

/** Null: it does not answer. */
export function judgeDatabase(name: string, facts: DatabaseFacts | null): Finding {
  const about = `database ${name}`
  if (facts === null)
    return {
      about,
      level: 'now',
      says: 'does not answer',
      todo: 'Start PostgreSQL: systemctl start postgresql',
    }
  const { major, pending, unknown: later, isUsable } = facts
  const says = `PostgreSQL ${major}, ${pending.length} migrations to come`
  if (major < OLDEST_POSTGRES || major > NEWEST_POSTGRES)
    return { about, level: 'now', says, todo: `Use PostgreSQL ${OLDEST_POSTGRES} to ${NEWEST_POSTGRES}` }
  if (later.length > 0) {
    const first = `has ${later.length} migrations of a later version, as ${later[0]}`
    if (isUsable) return well(about, `PostgreSQL ${major}, ${first}, with which this version works`)
    return {
      about,
      level: 'now',
      says: first,
      todo: 'Install that version again, or restore the backup before it',
    }
  }
  if (pending.length === 0) return well(about, says)
  return {
    about,
    level: 'soon',
    says,
    todo: 'relayctl stop, relayctl start: each program migrates at its start',
  }
}

export function judgeSecretModes(open: readonly string[], folder: string): Finding {
  const about = 'secrets'
  if (open.length === 0) return well(about, 'readable by root alone')
  const says = `others may read ${open.slice(0, 3).join(', ')}`
  return { about, level: 'now', says, todo: `chmod -R go= ${folder}, then exchange what was open` }
}

/** `rows`: how many are under an older key; null: the database does not answer. Said only while there is an older key. */
export function judgeSealedRows(rows: number | null): Finding {
  const about = 'keys of patients'
  if (rows === null)
    return unknown(about, 'nobody knows what is under an older key', 'Look at the database first')
  if (rows === 0) return well(about, 'all rows of patients are under the newest key')
  return {
    about,
    level: 'soon',
    says: `${rows} rows of patients are under an older key`,
    todo: 'Wait: the pharmacy API seals them anew (rotation.done in its log); keep the older key until then',
  }
}

export function judgeBackup(takenAt: Date | null, now: Date): Finding {
  const about = 'backup'
  const todo =
    'relayctl backup, and look at what should have made it: systemctl status pharmacy-relay-backup.timer'
  if (takenAt === null) return { about, level: 'now', says: 'there is none', todo: 'relayctl backup' }
  const ageMs = now.getTime() - takenAt.getTime()
  const says = `the last is ${Math.round(ageMs / HOUR_MS)} h old`
  if (ageMs <= BACKUP_SOON_MS) return well(about, says)
  return { about, level: ageMs > BACKUP_NOW_MS ? 'now' : 'soon', says, todo }
}

export function judgeDrill(doneAt: Date | null, now: Date): Finding {
  const about = 'drill'
  const todo = 'relayctl drill --key-file FILE, with the key from the safe'
  if (doneAt === null) return { about, level: 'soon', says: 'no backup was ever restored for a trial', todo }
  const days = Math.floor((now.getTime() - doneAt.getTime()) / DAY_MS)
  const says = `the last was ${days} days ago`
  return now.getTime() - doneAt.getTime() <= DRILL_SOON_MS
    ? well(about, says)
    : { about, level: 'soon', says, todo }
}
