// The browser script of the portal: wires the parts to the page. It adds to pages that work without it.
import { listenForCannedAnswers } from './support/canned-answers.ts'
import { listenForCopy } from './copy.ts'
import { listenForFilter } from './filter.ts'
import { listenForJobs } from './job-list.ts'
import { LiveRegions } from './live-regions.ts'
import { LiveState } from './live-state.ts'
import { LiveStream } from './live-stream.ts'
import { notifyOfTasks } from './support/task-notifications.ts'
import { showTaskNews } from './support/task-news.ts'
import { listenForTyping, showPeople, taskOfPage } from './support/task-people.ts'
import { keepListLinks } from './list-link.ts'
import { closeMenusOnLeave } from './menus.ts'
import { dropNoticesOnLeave } from './once-notices.ts'
import { listenForPasskeys } from './passkeys.ts'
import { listenForPrint } from './print.ts'
import { listenForPrinters } from './reported-printers.ts'
import { listenForRoleEditor } from './role-editor.ts'
import { openRowsOnClick } from './rows.ts'
import { listenForScans } from './scanner/scan-form.ts'
import { listenForSearch } from './search/search-dialog.ts'
import { ignoreSecondPress } from './second-press.ts'
import { warnBeforeSignOut } from './session/session-end.ts'
import { forget, remember, remembered } from './tab-memory.ts'
import { listenForRowRequests } from './row-requests.ts'
import { listenForTestLabels } from './test-label.ts'
import { keepTimesFresh, localTimes, tellZone } from './times.ts'
import { guardUnsavedForms } from './unsaved-forms.ts'

const SIGN_IN = '/sign-in'
const SIGN_OUT = '/sign-out'

let isLeaving = false
addEventListener('pageshow', () => (isLeaving = false))

/** A navigation that was asked about and cancelled leaves the page as it was. */
const LEAVING_MS = 10_000

/** Who signs out is on his way already: what ends with his session does not send him to sign in and come back here. */
document.addEventListener('submit', ({ target }) => {
  if (!(target instanceof HTMLFormElement) || target.getAttribute('action') !== SIGN_OUT) return
  isLeaving = true
  setTimeout(() => (isLeaving = false), LEAVING_MS)
})

/** Goes to the sign-in page, once whoever asks, since that says only once why; it comes back here afterwards. */
function signIn(): void {
  if (isLeaving) return
  isLeaving = true
  const returnTo = encodeURIComponent(location.pathname + location.search)
  location.assign(`${SIGN_IN}?returnTo=${returnTo}`)
}

/** The portal then shows the page as it is for this person now: not found. A page that comes back all the same stays. */
function reloadOnce(): boolean {
  if (remembered('reloaded') === location.href) return false
  remember('reloaded', location.href)
  location.reload()
  return true
}

/** The title follows the region that names it: what the page shows may be renamed while it is open. */
function takeTitle(root: ParentNode): void {
  const title = root instanceof HTMLElement ? root.dataset['title'] : undefined
  if (title !== undefined) document.title = title
}

/** The words that NATS is away stand on the page already. */
function showNatsAway(isAway: boolean): void {
  document.querySelector('#nats-away > .notice')?.toggleAttribute('hidden', !isAway)
}

function startLive(): void {
  const element = document.querySelector<HTMLElement>('#live-state')
  if (element === null) return
  const state = new LiveState(element)
  const regions = new LiveRegions({
    onSignedOut: signIn,
    onReplaced: (region) => {
      localTimes(region)
      takeTitle(region)
    },
    onGone: reloadOnce,
    onThere: () => forget('reloaded'),
    onBehind: (since) => state.regionsAreBehind(since),
  })
  const stream = new LiveStream({
    address: (after) => `/events?after=${after}${taskOfPage()}`,
    firstEventId: regions.oldestEventId(),
    onRelay: (customerIds) => regions.customersChanged(customerIds),
    onTask: showTaskNews,
    onPeople: showPeople,
    onResync: () => regions.refreshAll(),
    onWentBack: () => location.reload(),
    onSignedOut: signIn,
    onState: (isLive, asOf) => state.streamIs(isLive, asOf),
    onNatsAway: showNatsAway,
  })
  stream.start()
  regions.refreshBySchedule()
  // A page that is left ends its stream; one that comes back from the browser's cache starts it again.
  addEventListener('pagehide', () => stream.stop())
  addEventListener('pageshow', (event) => event.persisted && stream.start())
}

tellZone()
localTimes(document)
keepTimesFresh()
listenForCannedAnswers()
listenForTyping()
listenForCopy()
listenForPrint()
listenForPasskeys()
listenForFilter({ onSignedOut: signIn, onReplaced: localTimes })
openRowsOnClick()
listenForRoleEditor({ onSignedOut: signIn, onReplaced: localTimes })
listenForPrinters({ onSignedOut: signIn, onReplaced: localTimes })
listenForRowRequests()
listenForTestLabels({ onSignedOut: signIn })
listenForJobs({ onSignedOut: signIn, onReplaced: localTimes })
listenForScans()
listenForSearch({ onSignedOut: signIn })
closeMenusOnLeave()
dropNoticesOnLeave()
keepListLinks()
guardUnsavedForms()
ignoreSecondPress()
notifyOfTasks()
warnBeforeSignOut({ leaves: document.getElementById('live-state') !== null, onSignedOut: signIn })
startLive()
