// The columns of lists as files: what their pages show, one fact a cell.
import type { CustomerSummary } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type {
  FoundComputer,
  ProblemComputer,
  SupportProblem,
} from '@pharmacy-relay/shared/api/relay-support.ts'
import type { StaffOperation } from '@pharmacy-relay/shared/api/staff-history.ts'
import type { SupportTaskRow } from '@pharmacy-relay/shared/api/support/support-task.ts'
import type { Health } from '@pharmacy-relay/shared/labels/health.ts'
import { causeText, levelText as healthLevelText } from '@pharmacy-relay/shared/texts/health-text.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { UserRole } from '@pharmacy-relay/shared/user-role.ts'
import { computerName } from '../../views/computer-name.ts'
import { actionText } from '../staff-history/log-text.ts'
import { taskTitle } from '../support-tasks/task-words.tsx'
import type { CsvColumn, CsvReader } from './send-list.ts'

export function pharmacyColumns({ t, time }: CsvReader): CsvColumn<CustomerSummary>[] {
  const { storeId, name, email, phone, computers, connected } = t.pharmacies
  return [
    [storeId, (row) => row.storeId],
    [name, (row) => row.name],
    [t.health.title, (row) => (row.computerCount === 0 ? t.health.nothing : levelText(row.health, t))],
    [t.support.what, ({ health }) => whyText(health, t)],
    [t.support.since, ({ health }) => (isWell(health) ? null : time(health?.since ?? null))],
    [email, (row) => row.email],
    [phone, (row) => row.phone],
    [computers, (row) => row.computerCount],
    [connected, (row) => row.connectedCount],
  ]
}

export function computerColumns({ t, time }: CsvReader): CsvColumn<FoundComputer>[] {
  return [
    ...whichComputer(t),
    [t.support.status, (row) => t.support.states[row.presence]],
    [t.pharmacy.lastOnline, (row) => time(row.lastOnlineAt)],
    ...whereComputer(t),
  ]
}

export function problemColumns(problem: SupportProblem) {
  return ({ t, time }: CsvReader): CsvColumn<ProblemComputer>[] => [
    ...whichComputer(t),
    [t.support.problemsLabel, () => t.support.problems[problem]],
    [t.support.what, (row) => wrongText(row, t)],
    [t.health.title, (row) => row.labels],
    [t.support.since, (row) => time(row.since)],
    ...whereComputer(t),
  ]
}

export function taskColumns({ t, time }: CsvReader): CsvColumn<SupportTaskRow>[] {
  const s = t.supportTasks
  return [
    ['ID', (row) => s.number(row.id)],
    [s.what, (row) => taskTitle(row, t)],
    [t.pharmacies.storeId, (row) => (row.hit === null ? row.storeId : null)],
    [s.pharmacy, ({ hit, customerName }) => (hit === null ? customerName : s.incident.hit(hit.now, hit.all))],
    [t.support.computer, (row) => row.computerName ?? (row.hit === null ? s.wholePharmacy : null)],
    [s.priority, (row) => s.priorities[row.priority] ?? row.priority],
    [s.due, (row) => time(row.dueAt)],
    [s.who, (row) => row.claimedByName],
    [s.state, (row) => s.states[row.state]],
    [t.staffHistory.when, (row) => time(row.createdAt)],
  ]
}

export function staffLogColumns({ t, time }: CsvReader): CsvColumn<StaffOperation>[] {
  const h = t.staffHistory
  const roleText = (role: string) => {
    const known = UserRole.safeParse(role).data
    return known === undefined ? role : t.userRoles[known]
  }
  return [
    ['ID', (row) => row.id],
    [h.when, (row) => time(row.at)],
    [h.who, (row) => row.staffName ?? row.staffGuid],
    [t.account.profile.role, (row) => roleText(row.staffRole)],
    [h.action, (row) => actionText(row.action, t)],
    [t.pharmacies.storeId, (row) => row.storeId],
    [t.support.computer, (row) => row.computerName ?? (row.computerId === null ? null : h.left)],
    [h.about, (row) => row.userName],
    [h.text, (row) => row.summary ?? h.erased],
  ]
}

function whichComputer<Row extends FoundComputer>(t: Texts): CsvColumn<Row>[] {
  return [
    [t.support.computer, (row) => computerName(row)],
    [t.pharmacies.storeId, (row) => row.storeId],
    [t.support.pharmacy, (row) => row.customerName],
  ]
}

function whereComputer<Row extends FoundComputer>(t: Texts): CsvColumn<Row>[] {
  return [
    [t.pharmacy.localIp, (row) => row.localIpAddress],
    [t.pharmacy.publicIp, (row) => row.publicIpAddress],
    [t.pharmacy.version, (row) => row.softwareVersion],
  ]
}

type MaybeHealth = Health | null | undefined

const isWell = (health: MaybeHealth): boolean => health?.level === 'well'

function levelText(health: MaybeHealth, t: Texts): string | null {
  return health === null || health === undefined ? null : healthLevelText(health, t.health)
}

/** The first cause, with the computer that has it. */
function whyText(health: MaybeHealth, t: Texts): string | null {
  const cause = health === null || health === undefined ? null : causeText(health, t.health)
  if (cause === null) return null
  return health?.at === null || health?.at === undefined ? cause : `${t.health.at(health.at.name)} ${cause}`
}

function wrongText({ health, failure, offlineReason }: ProblemComputer, t: Texts): string | null {
  if (failure !== null) return t.printing.failures[failure.code]
  return whyText(health, t) ?? (offlineReason === null ? null : t.closeReasons[offlineReason])
}
