/** A custom property in a `style` attribute. */
export type CssVariable = `--${string}`

declare module 'react' {
  interface CSSProperties {
    [variable: CssVariable]: string | number | undefined
  }
}
