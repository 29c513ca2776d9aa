import { useCallback, useEffect, useRef, useState, type AnimationEvent, type FormEvent, type FocusEvent } from 'react'
import { afterPress } from './afterPress.ts'
import { useLatest } from '#src/ui/latest/useLatest.ts'
import { safeParse, type GenericSchema, type InferOutput } from 'valibot'

type Values = Record<string, string>
type Errors = Readonly<Record<string, string>>

const nearest = { block: 'nearest' } as const

interface Options<S extends GenericSchema> {
  schema: S
  /** Converts the form's values (strings) to the schema's input; identity when absent. */
  read?: (values: Values) => unknown
  /** `all`: an error at every invalid field; `first`: one error at a time, in the order of the fields in the form. */
  report?: 'all' | 'first'
  /** Errors of fields whose text is not in the form data, such as a number field that contains letters. */
  inspect?: (form: HTMLFormElement) => Errors
  onValid: (output: InferOutput<S>) => Promise<void> | void
  /** Called with the errors when the form is invalid, including errors without a field. */
  onInvalid?: (found: Errors) => void
}

/**
 * A native form validated by a valibot schema. Errors appear on blur and disappear on input; on submit the first
 * invalid field gets the focus. Spread `props` on the form.
 */
export function useSchemaForm<S extends GenericSchema>(options: Options<S>) {
  const form = useRef<HTMLFormElement>(null)
  const latest = useLatest(options)
  const [errors, setErrors] = useState<Errors>({})
  const [isValid, setValid] = useState(false)
  const [busy, setBusy] = useState(false)
  // A ref, because a second click can come before the re-render.
  const isSending = useRef(false)

  const check = useCallback((): { found: Errors; output: InferOutput<S> | undefined } => {
    const { schema, read, inspect } = latest.current
    const values = heldBy(form.current)
    const result = safeParse(schema, read ? read(values) : values)
    const unreadable = (form.current && inspect?.(form.current)) ?? {}
    if (result.success && Object.keys(unreadable).length === 0) return { found: {}, output: result.output }
    return { found: inOrder({ ...firstIssues(result.issues ?? []), ...unreadable }, form.current), output: undefined }
  }, [latest])

  const recheck = useCallback(() => {
    // Browsers hide an autofilled password from scripts until the person interacts with the page.
    const hidden = form.current?.querySelectorAll('input:autofill').length ?? 0
    const required = form.current?.querySelectorAll('input[required]').length ?? 0
    setValid(check().output !== undefined || (hidden > 0 && hidden >= required))
  }, [check])

  useEffect(() => {
    const timers = [0, 150, 600].map((delay) => setTimeout(recheck, delay))
    return () => timers.forEach(clearTimeout)
  }, [recheck])

  useEffect(() => {
    // The browser scrolled to the focused field before its error was rendered below it.
    const field = form.current?.querySelector('[name]:focus')
    const name = field?.getAttribute('name') ?? ''
    if (name in errors) document.getElementById(field?.getAttribute('aria-describedby') ?? '')?.scrollIntoView(nearest)
  }, [errors])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSending.current) return
    const { found, output } = check()
    const names = Object.keys(found)
    const shown = latest.current.report === 'first' ? names.slice(0, 1) : names
    setErrors(Object.fromEntries(shown.map((name) => [name, found[name] ?? ''])))
    if (output === undefined) {
      latest.current.onInvalid?.(found)
      const controls = names.map((name) => form.current?.querySelector<HTMLElement>(`[name="${name}"]`))
      controls.find((control) => control)?.focus()
      return
    }
    isSending.current = true
    setBusy(true)
    try {
      await latest.current.onValid(output)
    } finally {
      isSending.current = false
      setBusy(false)
    }
  }

  const prefill = (values: Readonly<Record<string, string>>) => {
    for (const [name, value] of Object.entries(values)) {
      const control = form.current?.elements.namedItem(name)
      if (control && 'value' in control) control.value = value
    }
    setErrors({})
    recheck()
  }

  const refuse = (name: string, sentence: string) => {
    setErrors({ [name]: sentence })
    form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
  }

  return {
    errors,
    isValid,
    busy,
    /** Shows the server's error at a field and focuses it, so that screen readers announce the error. */
    refuse,
    prefill,
    /** Validates again, for a change of the form's fields themselves. */
    recheck,
    /** The form's current values. */
    values: () => heldBy(form.current),
    /** Whether the form is on the page: the person may have closed it since it was sent. */
    isShown: () => form.current !== null,
    props: {
      ref: form,
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event),
      onBlur: (event: FocusEvent<HTMLFormElement>) => {
        // A password manager may fill in a field without an input event.
        recheck()
        const name = nameOf(event.target)
        if (name === undefined || latest.current.report === 'first') return
        afterPress(() => {
          const sentence = check().found[name]
          setErrors((before) => (sentence === undefined ? without(before, name) : { ...before, [name]: sentence }))
        })
      },
      onInput: (event: FormEvent<HTMLFormElement>) => {
        const name = nameOf(event.target)
        if (name !== undefined) setErrors((before) => without(before, name))
        recheck()
      },
      onAnimationStart: (_event: AnimationEvent<HTMLFormElement>) => recheck(),
    },
  }
}

function heldBy(form: HTMLFormElement | null): Values {
  const entries = form ? [...new FormData(form)] : []
  return Object.fromEntries(entries.map(([name, value]) => [name, typeof value === 'string' ? value : '']))
}

interface Issue {
  readonly message: string
  readonly path?: readonly unknown[] | undefined
}

/** The first error of each field. */
function firstIssues(issues: readonly Issue[]): Errors {
  const found: Record<string, string> = {}
  for (const issue of issues) {
    const { key } = (issue.path?.[0] ?? {}) as { key?: unknown }
    const name = typeof key === 'string' ? key : ''
    found[name] ??= issue.message
  }
  return found
}

/** Sorts errors by their fields' place in the form; those without a field come last. */
function inOrder(found: Errors, form: HTMLFormElement | null): Errors {
  const names = [...(form?.elements ?? [])].map((control) => control.getAttribute('name'))
  const rank = (name: string) => (names.includes(name) ? names.indexOf(name) : names.length)
  return Object.fromEntries(Object.entries(found).toSorted(([a], [b]) => rank(a) - rank(b)))
}

function nameOf(target: EventTarget): string | undefined {
  const name = (target as HTMLInputElement).name
  return name ? name : undefined
}

function without(errors: Errors, name: string): Errors {
  if (!(name in errors)) return errors
  return Object.fromEntries(Object.entries(errors).filter(([key]) => key !== name))
}
