// Answers that clients of benches count, over connections that stay open.
import { keptConnection } from './kept-connection.ts';

/** How many answers with 200 or 201 come until a time over so many connections to a port of this machine. Throws for any other status. */
export async function answersUntil(
  endsAt: number,
  { port, connections, next }: { port: number; connections: number; next: () => string },
): Promise<number> {
  const askOver = async (): Promise<number> => {
    const connection = await keptConnection(port);
    let answered = 0;
    do {
      const status = await connection.ask(next());
      if (status !== 200 && status !== 201)
        throw new Error(`Not the answer a bench can count: ${status}`);
      answered += 1;
    } while (performance.now() < endsAt);
    connection.close();
    return answered;
  };
  const counts = await Promise.all(Array.from({ length: connections }, askOver));
  return counts.reduce((sum, count) => sum + count, 0);
}
