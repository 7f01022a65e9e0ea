// The end of a form: it is saved, or left, which is asked about once more where something was typed. Escape leaves it, too.
import { useEffect, useRef, useState } from 'preact/hooks'
import { useAgent } from '../../../agent-context.ts'
import { useEscape } from '../../../use-escape.ts'
import { Button } from '../../../views/button.tsx'
import { Submit } from '../../../views/field.tsx'

interface FormEndProps {
  readonly busy: boolean
  readonly isChanged: boolean
  readonly onLeave: () => void
}

export function FormEnd({ busy, isChanged, onLeave }: FormEndProps) {
  const { windowCounter: texts } = useAgent().t
  const [isAsking, setAsking] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const wasAsking = useRef(false)
  useEscape(true, () => {
    if (isAsking) setAsking(false)
    else if (isChanged) setAsking(true)
    else onLeave()
  })
  useEffect(() => {
    if (isAsking === wasAsking.current) return
    wasAsking.current = isAsking
    box.current?.querySelector<HTMLElement>(isAsking ? 'fieldset button' : 'button:last-of-type')?.focus()
  }, [isAsking])
  if (isAsking)
    return (
      <div ref={box}>
        <fieldset class="choices">
          <legend class="unseen">{texts.leave}</legend>
          <p role="alert">{texts.leaveQuestion}</p>
          <div class="row">
            <Button onPress={() => setAsking(false)}>{texts.leaveNo}</Button>
            <Button look="drastic" onPress={onLeave}>
              {texts.leaveYes}
            </Button>
          </div>
        </fieldset>
      </div>
    )
  return (
    <div ref={box} class="row">
      <Submit busy={busy}>{texts.save}</Submit>
      <Button onPress={() => (isChanged ? setAsking(true) : onLeave())}>{texts.leave}</Button>
      {busy && <output>{texts.saving}</output>}
    </div>
  )
}
