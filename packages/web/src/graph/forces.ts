// Force-directed layout of a component with d3-force: links pull their ends together, all near nodes push
// each other apart.
import {
  type Force,
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
/** Up to this number of nodes, all pairs take less time than a tree of their places. */
const MAX_EXACT = 120;
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
    .force('charge', nodes.length > MAX_EXACT ? approximateCharge(distance) : exactCharge(distance))
    .force('left and right', forceX().strength(0.025))
    .force('up and down', forceY().strength(0.04));
  simulation.tick(steps);
  for (const [node, { x, y }] of bodies) {
    places.x[node] = x ?? 0;
    places.y[node] = y ?? 0;
  }
}

type Charge = Force<SimulationNodeDatum, undefined>;

/** Multiples of the desired distance. */
const CHARGE = -6;
const REACH = 12;

function approximateCharge(distance: number): Charge {
  return forceManyBody()
    .strength(CHARGE * distance)
    .distanceMax(REACH * distance)
    .theta(APPROXIMATION);
}

/** The same force between every two nodes. */
function exactCharge(distance: number): Charge {
  let nodes: SimulationNodeDatum[] = [];
  const maxSquare = (REACH * distance) ** 2;
  const push = (alpha: number): void => {
    for (const [index, one] of nodes.entries()) {
      for (let next = index + 1; next < nodes.length; next += 1) {
        const other = nodes[next] as SimulationNodeDatum;
        const [x, y] = [(other.x ?? 0) - (one.x ?? 0), (other.y ?? 0) - (one.y ?? 0)];
        const square = x * x + y * y;
        // Nodes at the same place have no direction; their links part them.
        if (square === 0 || square >= maxSquare) continue;
        // As in d3, nodes that are very near push each other less.
        const weight = (CHARGE * distance * alpha) / Math.max(square, Math.sqrt(square));
        one.vx = (one.vx ?? 0) + x * weight;
        one.vy = (one.vy ?? 0) + y * weight;
        other.vx = (other.vx ?? 0) - x * weight;
        other.vy = (other.vy ?? 0) - y * weight;
      }
    }
  };
  return Object.assign(push, {
    initialize(given: SimulationNodeDatum[]) {
      nodes = given;
    },
  });
}
