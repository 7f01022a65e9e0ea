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
