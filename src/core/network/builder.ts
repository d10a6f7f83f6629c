/** The only way to make a {@link Network}: create the nodes, connect them, finish. */
import type { Axis, Network } from "./network.ts";

/** Collects links in arrays and sorts them into channels at the end. */
export class NetworkBuilder {
  private readonly a: Int32Array;
  private readonly b: Int32Array;
  private readonly classes: Uint8Array;
  private links = 0;
  private readonly linkClasses: string[] = [];
  /**
   * Pairs of half link and group: the half link is 2 × link for the forward channel and 2 × link + 1 for the reverse channel. Groups are
   * rare, so a list is enough.
   */
  private readonly groupMembers: number[] = [];
  private readonly capacities: number[] = [];
  private readonly physicalPorts: Int32Array;
  private readonly coordinates: Int32Array;

  /**
   * @param terminals Number of terminals, nodes 0 … terminals − 1.
   * @param switches Number of switches, the nodes after the terminals.
   * @param links Exact number of links that will be connected.
   * @param axes Meaning of the coordinates.
   * @param forwards Whether terminals forward packets of other terminals.
   */
  constructor(
    private readonly terminals: number,
    private readonly switches: number,
    links: number,
    private readonly axes: readonly Axis[],
    private readonly forwards = false,
  ) {
    this.a = new Int32Array(links);
    this.b = new Int32Array(links);
    this.classes = new Uint8Array(links);
    this.physicalPorts = new Int32Array(switches);
    this.coordinates = new Int32Array((terminals + switches) * axes.length).fill(-1);
  }

  /** Index of the link class with this name, which is added if it is new. At most 256 classes. */
  linkClass(name: string): number {
    const index = this.linkClasses.indexOf(name);
    return index >= 0 ? index : this.linkClasses.push(name) - 1;
  }

  /** Sets the coordinate of node `n` on an axis. */
  setCoordinate(n: number, axis: number, value: number): void {
    this.coordinates[n * this.axes.length + axis] = value;
  }

  /** Sets the number of ports of switch `s` (0 … switches − 1), including unplugged ports. */
  setPorts(s: number, count: number): void {
    this.physicalPorts[s] = count;
  }

  /**
   * Connects nodes `a` and `b` by a link, which is two channels. The ports of a node are numbered in the order in which its links are
   * connected, so the order of calls determines "port p". Returns the index of the link, for {@link addToGroup}.
   */
  connect(a: number, b: number, linkClass: number): number {
    const link = this.links++;
    this.a[link] = a;
    this.b[link] = b;
    this.classes[link] = linkClass;
    return link;
  }

  /** Adds a group of channels that together carry at most `capacity` phits per cycle. It is empty until {@link addToGroup} is called. */
  addGroup(capacity: number): number {
    return this.capacities.push(capacity) - 1;
  }

  /** Adds one channel of a link to a group: `forth` is the channel from a to b, `back` its reverse. */
  addToGroup(link: number, direction: "forth" | "back", group: number): void {
    this.groupMembers.push(2 * link + (direction === "forth" ? 0 : 1), group);
  }

  /**
   * Builds the network from the links connected so far: link i joins the nodes a[i] and b[i] and becomes two channels. Channels are sorted
   * by their tail, and ports of a node are in the order of connection. Throws if the number of connected links differs from the number
   * given to the constructor.
   */
  finish(): Network {
    const { a, b, links, terminals, switches } = this;
    if (links !== a.length) throw new Error(`connected ${links} links when ${a.length} were expected`);
    const nodes = terminals + switches;
    const channels = 2 * links;
    const firstOut = new Int32Array(nodes + 1);
    // Count the channels of each node, and add up the counts.
    for (let i = 0; i < links; i++) {
      firstOut[a[i] + 1]++;
      firstOut[b[i] + 1]++;
    }
    for (let n = 0; n < nodes; n++) firstOut[n + 1] += firstOut[n];
    // Give each link its two channels, in the order of connection.
    const nextChannel = firstOut.slice(0, nodes);
    const tail = new Int32Array(channels);
    const head = new Int32Array(channels);
    const reverse = new Int32Array(channels);
    const linkClass = new Uint8Array(channels);
    const forwardChannelOf = new Int32Array(this.groupMembers.length > 0 ? links : 0);
    for (let i = 0; i < links; i++) {
      const forwardChannel = nextChannel[a[i]]++;
      const reverseChannel = nextChannel[b[i]]++;
      tail[forwardChannel] = head[reverseChannel] = a[i];
      head[forwardChannel] = tail[reverseChannel] = b[i];
      reverse[forwardChannel] = reverseChannel;
      reverse[reverseChannel] = forwardChannel;
      linkClass[forwardChannel] = linkClass[reverseChannel] = this.classes[i];
      if (forwardChannelOf.length > 0) forwardChannelOf[i] = forwardChannel;
    }
    // Enter the channel groups. A member is 2 × link + 0 for the channel from a to b, or + 1 for its reverse.
    const group = new Int32Array(channels).fill(-1);
    for (let i = 0; i < this.groupMembers.length; i += 2) {
      const [halfLink, groupIndex] = [this.groupMembers[i], this.groupMembers[i + 1]];
      const forwardChannel = forwardChannelOf[halfLink >> 1];
      const c = (halfLink & 1) === 0 ? forwardChannel : reverse[forwardChannel];
      if (group[c] >= 0) throw new Error(`channel ${c} is in groups ${group[c]} and ${groupIndex}`);
      group[c] = groupIndex;
    }
    return {
      terminals,
      switches,
      firstOut,
      tail,
      head,
      reverse,
      linkClass,
      linkClasses: this.linkClasses,
      group,
      groupCapacity: Float64Array.from(this.capacities),
      physicalPorts: this.physicalPorts,
      pluggedPorts: Int32Array.from({ length: switches }, (_, s) => firstOut[terminals + s + 1] - firstOut[terminals + s]),
      axes: this.axes,
      regular: true,
      forwards: this.forwards,
      coordinates: this.coordinates,
    };
  }
}
