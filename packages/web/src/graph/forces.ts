// Force-directed layout of a component with d3-force: links pull their ends together, all near nodes push
// each other apart.
import {
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationLinkDatum,
  type SimulationNodeDatum,
} from 'd3-force';
import type { Link } from './components.ts';
import type { Places } from './first-places.ts';

/**
 * Nodes times steps, at most: a step takes time in proportion to the nodes, so large components get fewer
 * steps.
 */
const MAX_WORK = 110_000;
/** The heat (alpha) after the last step. */
const FINAL_HEAT = 0.001;
/** Coarser than d3's default of 0.9: a step takes half the time, and the pictures look the same. */
const APPROXIMATION = 1.2;

/**
 * Moves the nodes of a component to better positions. The result is deterministic.
 * @param distance - desired distance of linked nodes
 */
export function relax(
  nodes: readonly number[],
  links: readonly Link[],
  places: Places,
  distance: number,
): void {
  const bodies = new Map(
    nodes.map((node): [number, SimulationNodeDatum] => [
      node,
      { x: places.x[node] ?? 0, y: places.y[node] ?? 0 },
    ]),
  );
  const springs = links.flatMap(([from, to]): SimulationLinkDatum<SimulationNodeDatum>[] => {
    const [source, target] = [bodies.get(from), bodies.get(to)];
    return source === undefined || target === undefined ? [] : [{ source, target }];
  });
  const steps = Math.round(Math.min(300, Math.max(60, MAX_WORK / nodes.length)));
  // Stopped: otherwise it runs on its own timer.
  const simulation = forceSimulation([...bodies.values()])
    .stop()
    .alphaDecay(1 - FINAL_HEAT ** (1 / steps))
    .velocityDecay(0.3)
    .force('links', forceLink(springs).distance(distance))
    .force(
      'charge',
      forceManyBody()
        .strength(-6 * distance)
        .distanceMax(12 * distance)
        .theta(APPROXIMATION),
    )
    .force('left and right', forceX().strength(0.025))
    .force('up and down', forceY().strength(0.04));
  simulation.tick(steps);
  for (const [node, { x, y }] of bodies) {
    places.x[node] = x ?? 0;
    places.y[node] = y ?? 0;
  }
}
