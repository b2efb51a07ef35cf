import { type ArgumentsHost, Catch, type ExceptionFilter, NotFoundException } from '@nestjs/common';

interface Answer {
  status(code: number): Answer;
  send(body: object): unknown;
}

/** Answers 404 to HTTP. In a tool call, the model reads the message instead, and the response of the chat stays open. */
@Catch(NotFoundException)
export class MissingFilter implements ExceptionFilter {
  catch(error: NotFoundException, host: ArgumentsHost): void {
    const message = `${error.message} Ask the customer for the number.`;
    host.switchToHttp().getResponse<Answer>().status(404).send({ message });
  }
}
