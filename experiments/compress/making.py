"""Make an arm's model from the one that it starts from: what is cut, factored, shared, zeroed."""

import torch

from experiments.compress import tasks, training
from experiments.compress.arms import Arm, base
from experiments.compress.encoder import Encoder, Matrix, Product, pretrained

TEXTS = 16000
"""Texts from which a small student learns the encoder's vectors, before any task."""

GENERAL_RATE = 5e-4
"""Learning rate of that student, which starts from random weights."""


def make(
    arm: Arm, start: Encoder, *, classes: int, seed: int, fine_tuned: Encoder | None = None
) -> Encoder:
    """Return what an arm trains or stores; `fine_tuned` says which zeros a lottery draws."""
    torch.manual_seed(seed)
    made = Encoder(arm.shape(start.shape), classes)
    if arm.start != "random":
        with torch.no_grad():
            carry(start, made, [int(each) for each in arm.layers.split()])
    for field, step in STEPS.items():
        if getattr(arm, field):
            step(made, arm, seed, fine_tuned)
    for matrix in made.matrices(arm.where):
        matrix.bits = arm.bits
    return made


def carry(old: Encoder, new: Encoder, chosen: list[int]) -> None:
    """Copy weights to a model of the same shape or a smaller one."""
    new.words.load_state_dict(old.words.state_dict())
    new.places.copy_(old.places)
    new.norm.load_state_dict(old.norm.state_dict())
    if old.head.weight.shape == new.head.weight.shape:  # the other is of no task
        new.head.load_state_dict(old.head.state_dict())
    every = len(old.layers) // len(new.layers) if new.shape.layer_sets else 1
    for number, layer in enumerate(new.layers):
        source = old.layers[chosen[number] if chosen else number * every]
        one = new.shape.attention_width // new.shape.heads
        heads = most(source.value.second.weight, source.output.second.weight, layer.heads, one)
        inner = new.shape.feed_forward
        neurons = most(source.up.second.weight, source.down.second.weight, inner, 1)
        for name in ("query", "key", "value"):
            put(getattr(source, name), getattr(layer, name), rows=heads)
        put(source.output, layer.output, columns=heads)
        put(source.up, layer.up, rows=neurons)
        put(source.down, layer.down, columns=neurons)
        layer.norm.load_state_dict(source.norm.state_dict())
        layer.last.load_state_dict(source.last.state_dict())


def most(into: torch.Tensor, out: torch.Tensor, count: int, size: int) -> torch.Tensor:
    """Return the rows of the `count` heads, or neurons, of `size` rows with the largest weights."""
    weight = into.square().sum(1).view(-1, size).sum(1) * out.square().sum(0).view(-1, size).sum(1)
    best = weight.topk(min(count, len(weight))).indices.sort().values
    return (best[:, None] * size + torch.arange(size, device=best.device)).flatten()


def put(old: Product, new: Product, rows=slice(None), columns=slice(None)) -> None:
    """Copy a product, or some rows or columns of it, or its best two factors."""
    new.bias.copy_(old.bias[rows])
    weight = old.second.weight[rows][:, columns]
    if new.first is not None:
        weight, right = halves(weight, len(new.first.weight))
        new.first.weight.copy_(right)
    new.second.weight.copy_(weight)


def halves(weight: torch.Tensor, rank: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the two factors of a rank whose product is nearest to a matrix."""
    left, sizes, right = torch.linalg.svd(weight, full_matrices=False)
    root = sizes[:rank].sqrt()
    return left[:, :rank] * root, root[:, None] * right[:rank]


def prune(model: Encoder, arm: Arm, seed: int, fine_tuned: Encoder | None) -> None:
    """Set a share of each matrix of the layers to zero, and hold it there unless it is free."""
    draw = torch.Generator().manual_seed(seed)
    told = fine_tuned.matrices("encoder") if arm.selection == "lottery" else None
    for number, matrix in enumerate(model.matrices("encoder")):
        size = (told[number] if told else matrix).weight.detach().abs()
        if arm.selection == "random":
            size = torch.rand(size.shape, generator=draw).to(size.device)
        if arm.selection == "movement":  # nothing has moved yet: training sets the zeros
            matrix.kept, matrix.movement = torch.ones_like(size), torch.zeros_like(size)
            matrix.aim = arm.pruned / 100
            continue
        size = of_blocks(size, arm.block)
        gone = round(arm.pruned / 100 * size.numel())
        least = size.flatten().kthvalue(gone).values
        kept = (size > least).float()
        matrix.weight.data.mul_(kept)
        matrix.kept = None if arm.free else kept


def of_blocks(size: torch.Tensor, side: int) -> torch.Tensor:
    """Return for each weight the root of the sum of squares in its block of so many rows."""
    if side == 1:
        return size
    rows, columns = (count // side for count in size.shape)
    sums = size.square().view(rows, side, columns, side).sum((1, 3), keepdim=True).sqrt()
    return sums.expand(rows, side, columns, side).reshape(size.shape)


def general(arm: Arm, seed: int, device: str) -> Encoder:
    """Return a small student that learned the encoder's vectors of texts without classes."""
    texts = tasks.unlabelled(TEXTS)
    items = training.Items(tasks.encoded(texts), [0] * len(texts), device)
    torch.manual_seed(seed)
    student = Encoder(arm.shape(base()), 1).to(device)
    training.imitate(student, pretrained(1).to(device), items, rate=GENERAL_RATE, seed=seed)
    return student


class ScaledMovement:
    """Counts the steps of a matrix's weights away from zero, each scaled by AdamW.

    The code of Sanh et al. learns these scores with AdamW, and lowers their rate in the end; here
    every step counts alike. The plain sum of their formula takes the largest weights first.
    """

    def __init__(self, matrix: Matrix):
        self.matrix, self.steps, self.mean, self.square = matrix, 0, 0.0, 0.0

    def __call__(self, gradient: torch.Tensor) -> None:
        """Count the step that a gradient makes."""
        step = gradient * self.matrix.weight.detach()
        self.steps += 1
        first, second = MEANS
        self.mean = first * self.mean + (1 - first) * step
        self.square = second * self.square + (1 - second) * step.square()
        spread = (self.square / (1 - second**self.steps)).sqrt()
        self.matrix.movement -= self.mean / (1 - first**self.steps) / (spread + 1e-8)


MEANS = (0.9, 0.999)
"""What AdamW keeps of its running means of steps and of their squares."""


def scale_movement(model: Encoder, arm: Arm, seed: int, fine_tuned: Encoder | None) -> None:
    """Let the matrices of the layers scale what they count of their weights' steps.

    It is a step of its own, since `Matrix.move` is in the hash of every arm that is measured.
    """
    for matrix in model.matrices("encoder"):
        matrix.move = ScaledMovement(matrix)


STEPS = {"pruned": prune, "scaled": scale_movement}
"""What a field of an arm asks for once its weights are there, in the order in which it is done."""

PREPARED = {"general": general}
"""What makes a start that is trained before any task, once for all tasks of a seed."""
