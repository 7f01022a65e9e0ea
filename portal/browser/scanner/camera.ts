// Codes that the camera sees, where the browser reads them itself (BarcodeDetector); elsewhere the page's words stay that it does not.
import { Repeats } from './repeats.ts'

/** No type library has it yet: https://wicg.github.io/shape-detection-api/#barcode-detection-api */
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>
}
interface DetectorClass {
  new (options: { readonly formats: readonly string[] }): Detector
  getSupportedFormats(): Promise<readonly string[]>
}

/** Between two looks at the picture. */
const LOOK_MS = 150
const BACK_CAMERA = { video: { facingMode: 'environment', width: { ideal: 1_280 } }, audio: false } as const

export interface Camera {
  isOn(): boolean
}

/** `onScan`: with each code that comes before the camera; the next one is looked for when it has settled. */
export function listenForCamera(onScan: (scan: string) => Promise<void>): Camera {
  let stream: MediaStream | null = null
  const isOn = (): boolean => stream !== null
  const video = document.querySelector<HTMLVideoElement>('#scan-camera video')
  const stop = (): void => {
    for (const track of stream?.getTracks() ?? []) track.stop()
    stream = null
    show('start')
  }
  const start = async (detector: Detector): Promise<void> => {
    if (video === null) return
    // A second press would open a second stream, which nobody closes.
    show('nothing')
    try {
      stream = await navigator.mediaDevices.getUserMedia(BACK_CAMERA)
      video.srcObject = stream
      show('picture')
      await video.play()
      await look({ detector, video, isOn, onScan })
    } catch {
      stop()
      show('refused')
    }
  }
  void detectorHere().then((detector) => {
    if (detector === null) return
    show('start')
    partOf('start')?.addEventListener('click', () => void start(detector))
    partOf('stop')?.addEventListener('click', stop)
    // Nobody looks at it: the light of the camera goes out.
    document.addEventListener('visibilitychange', () => document.hidden && stop())
  })
  return { isOn }
}

function partOf(name: string): HTMLElement | null {
  return document.querySelector(`#scan-camera [data-camera="${name}"]`)
}

/** The words that there is no camera are there without the script alone, or where it found no detector. */
function show(what: 'nothing' | 'start' | 'picture' | 'refused'): void {
  const isOn = what === 'picture'
  partOf('none')?.toggleAttribute('hidden', true)
  partOf('start')?.toggleAttribute('hidden', what !== 'start' && what !== 'refused')
  partOf('stop')?.toggleAttribute('hidden', !isOn)
  partOf('picture')?.toggleAttribute('hidden', !isOn)
  const words = document.querySelector<HTMLElement>('#scan-camera')?.dataset['textRefused'] ?? ''
  partOf('refused')?.replaceChildren(what === 'refused' ? words : '')
}

interface Look {
  readonly detector: Detector
  readonly video: HTMLVideoElement
  readonly isOn: () => boolean
  readonly onScan: (scan: string) => Promise<void>
}

/** Until the camera is off. */
async function look({ detector, video, isOn, onScan }: Look): Promise<void> {
  const repeats = new Repeats()
  while (isOn()) {
    const seen = (await detector.detect(video)).map(({ rawValue }) => rawValue).filter(Boolean)
    const fresh = repeats.freshOf(seen, performance.now())
    if (fresh !== null && isOn()) await onScan(fresh)
    await new Promise((done) => setTimeout(done, LOOK_MS))
  }
}

/** Null where the browser reads no codes, and on pages without https, which get no camera. */
async function detectorHere(): Promise<Detector | null> {
  const { BarcodeDetector } = globalThis as { readonly BarcodeDetector?: DetectorClass }
  if (BarcodeDetector === undefined || !isSecureContext) return null
  const formats = await BarcodeDetector.getSupportedFormats().catch(() => [])
  return formats.length === 0 ? null : new BarcodeDetector({ formats })
}
