// What is promised of an upgrade and of the way back, while devices are connected and labels flow, one sentence after the other.
import os from 'node:os'
import { programs } from '@pharmacy-relay/operations/machine/programs.ts'
import { ROTATIONS } from '@pharmacy-relay/operations/machine/rotations.ts'
import { platformVersion } from '../../../../scripts/package/server/server-tree.ts'
import type { Debian } from '../debian.ts'
import { ADMIN, DEB, PLACES, SIGN_IN } from '../places.ts'
import { checking, isDone, killEach, says, type Check, type Tell } from '../sentences.ts'
import { startConnected, type Connected } from './connected.ts'
import { NEWER } from './newer-version.ts'
import type { Told } from './orders.ts'

export const NEWER_DEB = '/root/newer.deb'
const NAMES = programs.map(({ name }) => name)
const SECRETS = '/etc/pharmacy-relay/secrets'
const PASSWORD_FILE = '/root/password'
/** Without a terminator: each device has an address of its own, and dials the panel by the name that it has. */
const INIT = [
  `umask 077; printf '${ADMIN.password}' > ${PASSWORD_FILE}; relayctl init --retention none`,
  `--url ${PLACES.portalUrl} --shop-url ${PLACES.shopUrl} --set Portal__BehindTerminator=false`,
  `--admin ${ADMIN.email} --admin-password-file ${PASSWORD_FILE} --recovery-sheet /root/sheet`,
].join(' ')
const STARTS = `for name in ${NAMES.join(' ')}; do systemctl show -P ExecMainStartTimestampMonotonic pharmacy-relay@$name; done | sort -n -c`
const TREES = 'ls /usr/lib/pharmacy-relay'
const NEWEST = `su postgres -c "psql -Atc 'select max(name) from kysely_migration' relay_store"`

export interface UpgradeParts {
  readonly debian: Debian
  readonly devices: number
  readonly tell: Tell
  readonly say: (line: string) => void
}

/** Both packages lie in the machine. Throws where there is nothing to upgrade. */
export async function upgradeOf({ debian, devices, tell, say }: UpgradeParts): Promise<void> {
  const check = checking(debian, tell)
  await check('the package is installed', `apt-get install -y ${DEB}`, isDone)
  await check('an installation is made, and all are ready', `${INIT} && relayctl start`, isDone)
  const before = await platformVersion()
  const connected = await startConnected(debian, devices)
  try {
    const scene: Scene = { check, connected, tell, say }
    await inOrder(scene, `the upgrade from ${before} to ${NEWER.version}`, async () => upgraded(check, say))
    await inOrder(scene, `the way back to ${before}`, async () => takenBack(check, say, before))
    await inOrder(scene, 'the exchange of secrets', async () => rotated(check))
    await during(scene, 'kills of each program', async () => killEach(check, NAMES))
    await accounted(scene)
  } finally {
    await connected.stop()
  }
}

interface Scene {
  readonly check: Check
  readonly connected: Connected
  readonly tell: Tell
  readonly say: (line: string) => void
}

async function upgraded(check: Check, say: Scene['say']): Promise<void> {
  const text = 'apt-get installs the newer version, and all programs are ready when it ends'
  restartsIn(await check(text, `apt-get install -y ${NEWER_DEB} && relayctl status`, isDone), say)
  await check('each program runs the newer version', 'relayctl status', runs(NEWER.version))
  await check('the database has been migrated', NEWEST, says(new RegExp(`^${NEWER.migration}$`, 'm')))
  await check('they were started in their order', STARTS, isDone)
  await check(
    'nothing is left of the version before',
    TREES,
    says(new RegExp(`^${NEWER.version}\\ncurrent\\n$`)),
  )
}

async function takenBack(check: Check, say: Scene['say'], version: string): Promise<void> {
  const text = 'apt-get installs the version before, and all programs are ready when it ends'
  const install = `apt-get install -y --allow-downgrades ${DEB} && relayctl status`
  restartsIn(await check(text, install, isDone), say)
  await check('each program runs the version before', 'relayctl status', runs(version))
  await check('on the database of the newer one', NEWEST, says(new RegExp(`^${NEWER.migration}$`, 'm')))
  await check(
    'which the doctor says',
    'relayctl doctor',
    says(/relay_store: .* with which this version works/),
  )
  await check('they were started in their order', STARTS, isDone)
  await check('nothing is left of the newer one', TREES, says(new RegExp(`^${version}\\ncurrent\\n$`)))
}

async function rotated(check: Check): Promise<void> {
  const names = [
    'InternalApi__Key',
    'ServiceClient__Secret__portal',
    'Portal__CookieKey',
    'Storefront__CookieKey',
  ]
  await check('secrets are set aside', `cp -r ${SECRETS} /root/before`, isDone)
  for (const what of Object.keys(ROTATIONS))
    await check(`relayctl exchanges ${what}`, `relayctl rotate ${what}`, isDone)
  const differ = names.map((name) => `! cmp -s ${SECRETS}/${name} /root/before/${name}`).join(' && ')
  await check(
    'they are others, all programs are ready',
    `${differ} && rm -r /root/before && relayctl status`,
    isDone,
  )
  await check('and the admin signs in', SIGN_IN, says(/^200$/))
}

/** Programs end in order meanwhile: devices are told when to come back. */
async function inOrder(scene: Scene, what: string, work: () => Promise<void>): Promise<void> {
  const told = await during(scene, what, work)
  const { devices, offline, list } = told
  scene.tell({
    text: `in ${what} none of ${devices} computers is shown offline`,
    fault: offline === 0 && list.mostOffline === 0 ? null : JSON.stringify(told),
  })
}

/** With the figures that people want to know of it. */
async function during(
  { connected, tell, say }: Scene,
  what: string,
  work: () => Promise<void>,
): Promise<Told> {
  await connected.begin()
  await work()
  const told = await connected.told()
  for (const line of figures(told)) say(`         ${line}`)
  const { missing, labels, page, isAnswered } = told
  const hold = (text: string, isSo: boolean): void =>
    tell({ text, fault: isSo ? null : JSON.stringify(told) })
  hold(`after ${what} all computers are connected again`, missing === 0)
  hold('people stayed signed in, and the panel answers', page.turnedAway === 0 && isAnswered)
  hold(`labels were taken meanwhile: ${labels}`, labels > 0)
  return told
}

function figures({ devices, reconnecting, offline, awayMs, list, page }: Told): string[] {
  const [load = 0] = os.loadavg()
  return [
    `load of this machine ${load.toFixed(0)}; shown as offline: ${offline} of ${devices}`,
    `shown as reconnecting: ${reconnecting} of ${devices}, median ${awayMs.p50} ms, longest ${awayMs.longest} ms`,
    `the panel's list: ${list.unanswered} of ${list.looks} looks without an answer, at most ${list.mostOffline} computers not connected`,
    `the panel's page: ${page.unanswered} of ${page.looks} looks without an answer, ${page.awayS} s in a row at most; ${page.failed} with an error`,
  ]
}

async function accounted({ connected, tell, say }: Scene): Promise<void> {
  const account = await connected.account()
  const { accepted, printed, unknown, overHub, overLan, findings, isSettled } = account
  say(
    `         ${accepted} accepted, ${printed} on paper, ${unknown} unknown; forwarded through the hub ${overHub}, in the local network ${overLan}`,
  )
  tell({
    text: `of ${accepted} accepted labels none is lost, none doubled`,
    fault: findings.length === 0 ? null : findings.slice(0, 20).join('\n'),
  })
  tell({
    text: 'in the end none waits, and labels went both ways',
    fault: isSettled && overHub > 0 && overLan > 0 ? null : JSON.stringify(account),
  })
}

function restartsIn(output: string, say: Scene['say']): void {
  const found = output.match(/^ {2}\S+ +ready again after [\d.]+ s$/gm) ?? []
  for (const line of found) say(`       ${line}`)
}

/** All programs are ready and of that version. */
function runs(version: string) {
  const line = new RegExp(`^\\S+ +ready +${version.replaceAll('.', String.raw`\.`)} `, 'gm')
  return ({ output }: { readonly output: string }): boolean => output.match(line)?.length === NAMES.length
}
