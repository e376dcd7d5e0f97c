import { Component, type ReactNode } from 'react'
import { useLocation } from 'react-router'

interface ErrorAreaProps {
  fallback: ReactNode
  children: ReactNode
}

/** Shows the fallback where something inside fails to draw, until one goes somewhere else. */
export function ErrorArea(props: ErrorAreaProps) {
  const location = useLocation()
  return <Boundary {...props} place={location.key} />
}

interface BoundaryState {
  hasFailed: boolean
  place: string
}

class Boundary extends Component<ErrorAreaProps & { place: string }, BoundaryState> {
  override state = { hasFailed: false, place: this.props.place }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps({ place }: { place: string }, state: BoundaryState) {
    return place === state.place ? null : { hasFailed: false, place }
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
