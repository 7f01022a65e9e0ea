// Forms as every page writes them: POST with the CSRF token, fields with label, hint and fault tied together.
import type { ComponentChildren } from 'preact'

interface PostFormProps {
  readonly action: string
  readonly csrfToken: string
  readonly class?: string
  /** For buttons that stand elsewhere on the page. */
  readonly id?: string
  /** It shows entries that are saved nowhere: the browser asks before they are left. */
  readonly unsaved?: boolean
  /** It brings files. */
  readonly withFiles?: boolean
  /** What the script says while an answer takes its time. */
  readonly underWay?: string
  readonly children?: ComponentChildren
}

/** A POST form. The hidden field `csrf` is part of it, so that no form can forget it. */
export function PostForm(props: PostFormProps) {
  const { action, csrfToken, unsaved, underWay, withFiles, children, class: className, id } = props
  const isUnsaved = unsaved === true ? '' : undefined
  return (
    <form
      method="post"
      action={action}
      class={className}
      id={id}
      enctype={withFiles === true ? 'multipart/form-data' : undefined}
      data-unsaved={isUnsaved}
      data-text-under-way={underWay}
    >
      <input type="hidden" name="csrf" value={csrfToken} />
      {children}
    </form>
  )
}

interface FieldProps {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly hint: string | null
  readonly fault: string | null
  readonly input: Readonly<Record<string, string | number | boolean>>
}

/** A labelled text input; hint and fault are read out with it. */
export function Field({ name, label, value, hint, fault, input }: FieldProps) {
  const described = [hint === null ? '' : `${name}-hint`, fault === null ? '' : `${name}-fault`].filter(
    Boolean,
  )
  return (
    <div class="mb-3">
      <label class="form-label" for={name}>
        {label}
      </label>
      <input
        id={name}
        name={name}
        value={value}
        class={fault === null ? 'form-control' : 'form-control is-invalid'}
        aria-invalid={fault === null ? undefined : 'true'}
        aria-describedby={described.length === 0 ? undefined : described.join(' ')}
        {...input}
      />
      {fault !== null && (
        <p class="field-fault" id={`${name}-fault`}>
          {fault}
        </p>
      )}
      {hint !== null && (
        <p class="field-hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
