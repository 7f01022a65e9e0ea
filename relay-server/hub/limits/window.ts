// Work towards one device, so much at the same time.
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'

export interface Window {
  inFlight: number
}

/** Throws HubError QUEUE_FULL when `most` are under way already. */
export async function inWindow<T>(window: Window, most: number, work: () => Promise<T>): Promise<T> {
  if (window.inFlight >= most) throw new HubError('QUEUE_FULL', 'That device has too much under way')
  window.inFlight += 1
  try {
    return await work()
  } finally {
    window.inFlight -= 1
  }
}

/** One window for each name, kept only while something is under way in it. */
export class Windows {
  readonly #windowByName = new Map<string, Window>()

  /** As `inWindow`; `work` begins within the call. */
  async run<T>(name: string, most: number, work: () => Promise<T>): Promise<T> {
    const window = this.#windowByName.get(name) ?? { inFlight: 0 }
    this.#windowByName.set(name, window)
    try {
      return await inWindow(window, most, work)
    } finally {
      if (window.inFlight === 0) this.#windowByName.delete(name)
    }
  }
}
