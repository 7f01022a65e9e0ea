// Staff who look at the queue: signed in at the panel, each with a live page.
import { openStream, type TestStream } from '../../../../portal/test/test-stream.ts'
import { TestBrowser } from '../../../../portal/test/test-browser.ts'
import type { DemoUser } from '../../../../scripts/start/demo-file.ts'

export interface Watcher {
  readonly browser: TestBrowser
  readonly csrf: string
  readonly stream: TestStream
}

/** One after the other, each from an address of its own. */
export async function watchersOf(portalUrl: string, staff: readonly DemoUser[]): Promise<Watcher[]> {
  const watchers: Watcher[] = []
  for (const [place, user] of staff.entries()) {
    const browser = new TestBrowser(portalUrl, `127.31.${Math.floor(place / 200)}.${1 + (place % 200)}`)
    const { status } = await browser.signIn(user)
    if (status !== 303) throw new Error(`the panel answered a sign-in with ${status}`)
    const csrf = await browser.csrfOf('/support/tasks')
    const stream = await openStream(browser)
    if (stream.status !== 200) throw new Error(`the panel answered a live page with ${stream.status}`)
    watchers.push({ browser, csrf, stream })
  }
  return watchers
}

interface TaskNews {
  readonly taskId: number
  readonly state: string
}

/** For each page, how long after the press it was told that the task is claimed. */
export async function claimShown(
  watchers: readonly Watcher[],
  { by, taskId }: { readonly by: Watcher; readonly taskId: number },
): Promise<number[]> {
  const startedAt = performance.now()
  const shown = watchers.map(async ({ stream }) => {
    for (;;) {
      const news = (await stream.next('task')).data as TaskNews
      if (news.taskId === taskId && news.state === 'claimed') return performance.now() - startedAt
    }
  })
  const { status } = await by.browser.post(`/support/tasks/${taskId}/claim`, { csrf: by.csrf })
  if (status !== 303) throw new Error(`the panel answered a claim with ${status}`)
  return Promise.all(shown)
}
