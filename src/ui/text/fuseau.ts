import { createContext, useContext } from 'react'

/** IANA time zone of the screen's event; undefined: the device's time zone. */
export const FuseauContext = createContext<string | undefined>(undefined)

/** The time zone in which times are shown here (ADR 37). */
export function useFuseau(): string | undefined {
  return useContext(FuseauContext)
}
